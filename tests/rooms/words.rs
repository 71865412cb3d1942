//! The English of all shipped definitions.

use alfil::library::{self, Library};
use alfil::resolve::resolution::resolve;
use alfil::rules::ruleset::Ruleset;
use alfil::source::Sources;
use alfil::text::lexicon::Lexicon;
use alfil::text::{board, promotion, sentences, turn, words};
use alfil_fuzz::{is_same, leak};
use std::fmt::Write;

fn rules(request: &str, text: Option<&str>) -> Ruleset {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    if let Some(text) = text {
        library.add(&mut sources, request, text);
    }
    let resolved = resolve(request, &mut library, &mut sources);
    resolved.value.unwrap_or_else(|| panic!("{request}: {:?}", resolved.found)).ruleset
}

/// The sentences of a game besides its movements, by their heads.
fn told(rules: &Ruleset) -> Vec<(&'static str, Vec<String>)> {
    vec![
        ("zones", board::zones(rules)),
        ("turn", turn::sentences(rules)),
        ("legal", sentences::asked(rules)),
        ("attack", sentences::attacks(rules).into_iter().collect()),
        ("duty", sentences::duties(rules)),
        ("effects", sentences::effects(rules)),
        ("goals", sentences::goals(rules)),
    ]
}

/// No sentence is what the definition says, and none has a word that only definitions have.
#[test]
fn no_sentence_leaks_the_notation() {
    let mut wrong = String::new();
    for shipped in library::shipped() {
        let rules = rules(shipped.name, None);
        let written = rules.sentences().filter_map(|(question, _)| question);
        let written = written.map(|question| rules.sentence(question));
        let effects = rules.effects.iter().map(|effect| rules.effect(effect));
        let written: Vec<String> = written.chain(effects).collect();
        let names = Lexicon::of(&rules);
        let movements = rules.kinds.iter().flat_map(|kind| {
            let moves = words::sentences(&kind.moves, &names);
            let promotions = kind.promotions.iter().map(|rule| promotion::sentence(rule, &rules));
            moves.into_iter().chain(promotions).collect::<Vec<_>>()
        });
        let told = told(&rules).into_iter().flat_map(|(_, said)| said);
        for text in told.chain(movements) {
            let same = written.iter().find(|written| is_same(&text, written));
            if let Some(found) = leak(&text, &rules.counters).or(same.cloned()) {
                let _ = writeln!(wrong, "{}: {found:?} in \"{text}\"", shipped.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What shipped definitions say beyond chess, to be proofread where it changes.
#[test]
fn shipped_rules_are_told_as_kept() {
    let mut all = String::new();
    for shipped in library::shipped() {
        let rules = rules(shipped.name, None);
        let _ = writeln!(all, "{}", shipped.name);
        for (head, said) in told(&rules).into_iter().filter(|(_, said)| !said.is_empty()) {
            let _ = writeln!(all, "  {head}: {}", said.join(" "));
        }
    }
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(all) });
}
