//! Prints the rules of a failing case.

use alfil_board::model::board_model::BoardModel;

/// The rules with one term in each line, for the message of a failure.
pub(crate) fn rows(arena: &BoardModel) -> String {
    let rules = &arena.rules;
    let mut out = format!(
        "{:?}\nturn {:?}\nhand {:?}\nevery move {:?}\nattack {:?}\n",
        rules.space, rules.turn, rules.hand, rules.every_move, rules.every_attack
    );
    for effect in &rules.effects {
        out.push_str(&format!("effect {}\n", rules.effect(effect)));
    }
    for duty in &rules.duties {
        out.push_str(&format!("must {}\n", rules.sentence(&duty.value)));
    }
    for goal in &rules.ends.goals {
        out.push_str(&format!("{:?} when {}\n", goal.verdict, rules.sentence(&goal.question)));
    }
    for asked in rules.asked.iter().chain(&rules.attack_asked) {
        out.push_str(&format!("asked {}\n", rules.sentence(&asked.value)));
    }
    for kind in rules.kinds.iter() {
        out.push_str(&format!(
            "{} royal {:?} owner {} blocks {} promotes {:?}\n",
            kind.letter,
            kind.royal,
            kind.owner.word(),
            kind.blocks.value.word(),
            kind.promotions
                .iter()
                .map(|p| (&p.at, p.on, p.duty, &p.to, p.supply, &p.when))
                .collect::<Vec<_>>()
        ));
        for term in &kind.moves.terms {
            out.push_str(&format!("  moves   {:?} when {:?}\n", term.action, term.when));
        }
        if let Some(to) = kind.reverts_to.map(|r| r.to) {
            out.push_str(&format!("  reverts to {}\n", rules.kinds[to].letter));
        }
        for term in kind.attacks.iter().flat_map(|m| &m.terms) {
            out.push_str(&format!("  attacks {:?} when {:?}\n", term.action, term.when));
        }
    }
    out
}
