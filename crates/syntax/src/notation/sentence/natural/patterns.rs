//! The patterns of natural sentences, as data.
//!
//! A pattern is a list of words. `a|b` is one of several words, `next_to` is two words, `@gone` is a
//! class of words, and `?` behind a word makes it optional. `$` begins the name of a part; its first
//! letter says what the part is:
//!
//! | part | is |
//! | --- | --- |
//! | `$S` | `own`, `enemy`, `ally` or `any` |
//! | `$C` | `white` or `black` |
//! | `$K` | kinds, with `or`, `and` or a comma between them |
//! | `$P` | pieces of a side such as `own king`, or a piece or cell of the move such as `mover` |
//! | `$N` | a number |
//! | `$T` | a counter |
//! | `$A` | an area |
//! | `$F` | filters of pieces |
//! | `$Q` | a question, which may itself be natural |
//! | `$D` | deeds, which may themselves be natural |
//! | `$X` | any words without `and` and `or` |
//!
//! Several meanings are tried in order. The first that leads to a text of the language counts, so a
//! meaning may use words that only some versions of the language have.

use super::pattern::Meaning::{self, Joined, Say, Write};
use super::pattern::Role::{self, Effect, Goal, Movement, Only, Question};
use super::pattern::{Bound, Pattern};

const ANY: &[Role] = &[Goal, Effect, Only, Question, Movement];
/// Sentences about the position after a move.
const GOAL: &[Role] = &[Goal];
/// Sentences about a move that is made or was made.
const MOVE: &[Role] = &[Effect, Only, Question, Movement];
const DONE: &[Role] = &[Goal, Effect];
const BEFORE: &[Role] = &[Only, Question, Movement];
const LINE: &[Role] = &[Effect];
const LIMIT: &[Role] = &[Only];
const DUTY: &[Role] = &[Question];

/// Words of other people, and the words that the patterns use for them.
pub(super) const WORDS: &[(&str, &str)] = &[
    ("the", ""),
    ("a", ""),
    ("an", ""),
    ("his", ""),
    ("her", ""),
    ("their", ""),
    ("opponent's", "enemy"),
    ("opponents", "enemy"),
    ("opponent", "enemy"),
    ("opposing", "enemy"),
    ("enemy's", "enemy"),
    ("enemys", "enemy"),
    ("hostile", "enemy"),
    ("foe's", "enemy"),
    ("my", "own"),
    ("I", "own"),
    ("i", "own"),
    ("you", "own"),
    ("we", "own"),
    ("mine", "own"),
    ("yours", "own"),
    ("your", "own"),
    ("our", "own"),
    ("friendly", "own"),
    ("player's", "own"),
    ("white's", "white"),
    ("black's", "black"),
    ("isn't", "is not"),
    ("aren't", "are not"),
    ("hasn't", "has not"),
    ("haven't", "has not"),
    ("doesn't", "does not"),
    ("don't", "does not"),
    ("can't", "can not"),
    ("cannot", "can not"),
    ("couldn't", "can not"),
    ("men", "pieces"),
    ("man", "piece"),
    ("foe", "enemy"),
    ("friendly", "own"),
    ("she", "it"),
    ("he", "it"),
    ("him", "it"),
    ("both's", "both"),
    ("too", ""),
    ("also", ""),
    ("foes", "enemy"),
    ("enemies", "enemy pieces"),
    ("target", "end"),
    ("destination", "end"),
    ("squares", "cells"),
    ("square", "cell"),
    ("colour", "color"),
    ("checkmate", "mate"),
    ("checkmates", "mates"),
    ("checkmated", "mated"),
    ("checkmating", "mating"),
];

/// Words that mean the same in patterns.
pub(super) const CLASSES: &[(&str, &str)] = &[
    ("be", "is|are|was|were|be|gets|get|got|being|becomes|has_been|have_been|is_being"),
    ("has", "has|have|had|owns|holds|possesses|is_left_with|are_left_with|remains_with"),
    (
        "gone",
        "captured|taken|lost|gone|dead|killed|eliminated|destroyed|removed|off_board|extinct|captured_or_gone|no_longer_on_board|wiped_out",
    ),
    ("lose", "loses|lose|lost|has_lost|have_lost"),
    ("take", "takes|take|took|captures|capture|captured|eats|kills|kill|taking"),
    ("left", "left|remaining|remain|remains|any_more|anymore|still|alive|on_board"),
    (
        "arrive",
        "reaches|reach|reached|reaching|arrives_at|arrives_in|arrives_on|arrive_at|enters|enter|entered|gets_to|get_to|got_to|comes_to|touches",
    ),
    (
        "goto",
        "moves_to|moves_into|moves_onto|move_to|moved_to|goes_to|lands_on|lands_in|land_on|steps_on|steps_into|moving_to|moves_in",
    ),
    ("stand", "is|are|stands|stand|standing|sits|located|placed|currently|anywhere"),
    ("in", "in|on|at|inside|within|onto|into|upon"),
    ("side", "player|side|players|sides|you|i|they|somebody|someone"),
    (
        "when",
        "when|if|once|where|while|after|as_soon_as|whenever|because|in_case|only_if|only_when|provided|upon|on",
    ),
    (
        "next",
        "next_to|adjacent_to|beside|near|touching|adjoining|near_to|around|surrounding|bordering|close_to|one_step_from|one_cell_from",
    ),
    ("attacked", "attacked|threatened|under_attack|in_check|in_danger|checked|capturable"),
    ("turns", "turns|moves|turn|move|rounds|plies"),
    (
        "capture",
        "captures|capture|capturing|taking|takes|piece_captured|captured_piece|piece_taken|taken",
    ),
    (
        "illegal",
        "forbidden|illegal|prohibited|disallowed|banned|not_allowed|not_permitted|not_legal",
    ),
    (
        "die",
        "dies|die|disappears|disappear|vanishes|vanish|is_removed|are_removed|is_destroyed|are_destroyed|gets_removed|is_taken_off_board|leaves_board|is_eliminated|is_killed|is_deleted|is_lost",
    ),
    (
        "become",
        "becomes|become|turns_into|turn_into|turns_to|changes_into|changes_to|change_into|transforms_into|transform_into|transforms_to|promotes_to|promotes_into|promotes_as|is_promoted_to|are_promoted_to|is_turned_into|morphs_into|is_replaced_by|converts_to|demotes_to|is_demoted_to|is_changed_into",
    ),
];

/// Phrases that mean the same wherever they stand.
pub(super) const PHRASES: &[(&str, &str)] = &[
    ("@next", "at K of"),
    ("orthogonally_at_K_of", "at W of"),
    ("diagonally_at_K_of", "at F of"),
    ("knight's_move_from|knights_move_from|knight_move_from|knight_move_away_from", "at N of"),
    ("on|onto|inside|into|upon|within", "in"),
    ("protected|defended|supported", "guarded"),
    ("threatened", "attacked"),
    ("except|excluding|besides|other_than|apart_from", "but"),
    ("own_enemy|enemy_enemy", "enemy"),
    (
        "where_it_lands|where_own_land|where_own_lands|where_it_ends|cell_where_it_lands|landing_cell",
        "end",
    ),
    ("have_to|has_to|ought_to|need_to|needs_to", "must"),
    ("corner_cell|corner_cells|corners", "corner"),
    ("edge_cell|edge_cells|border", "edge"),
    ("opposite_color", "other shade"),
    ("same_color", "same shade"),
    (
        "has_never_moved|have_never_moved|has_not_moved|has_not_moved_yet|was_never_moved|is_unmoved",
        "never moved",
    ),
];

/// Goals whose meaning belongs elsewhere. They count even if the form of the sentence is right.
pub(super) const ELSEWHERE: &[Pattern] = &[
    (
        GOAL,
        "win when enemy|own|@side? @be? giving? mate|mated|mating|mates|checkmates",
        &[Say(
            "leave the line out: a checkmated side loses anyway, `ends: {checkmated: loss}` is the default",
        )],
    ),
    (
        GOAL,
        "win when $S king? @be? mated",
        &[Say(
            "leave the line out: a checkmated side loses anyway, `ends: {checkmated: loss}` is the default",
        )],
    ),
    (
        GOAL,
        "loss when own? king? @be? mated|mate",
        &[Say(
            "leave the line out: a checkmated side loses anyway, `ends: {checkmated: loss}` is the default",
        )],
    ),
    (
        GOAL,
        "loss when giving? mate|mating|mates|enemy_mated|enemy_king_mated",
        &[Say("`ends: {checkmated: win}` says it: the side that is checkmated wins")],
    ),
    (
        GOAL,
        "draw when giving? mate|mated|mating",
        &[Say("`ends: {checkmated: draw}` says it, in place of the goal")],
    ),
    (
        GOAL,
        "draw when own|enemy|any|@side? king? @be? stalemate|stalemated|stalemates|in_stalemate",
        &[Say("`ends: {stalemated: draw}` says it, in place of the goal; this is the default")],
    ),
    (
        GOAL,
        "win when enemy? king? @be? stalemate|stalemated|stalemates|stalemating|in_stalemate",
        &[Say(
            "`ends: {stalemated: loss}` says it of the side without a move, in place of the goal",
        )],
    ),
    (
        GOAL,
        "win when own king? @be? stalemated",
        &[Say(
            "`ends: {stalemated: win}` says it of the side without a move, in place of the goal",
        )],
    ),
    (
        GOAL,
        "loss when own? king? @be? stalemate|stalemated|in_stalemate",
        &[Say(
            "`ends: {stalemated: loss}` says it of the side without a move, in place of the goal",
        )],
    ),
    (
        GOAL,
        "loss when enemy king? @be? stalemated|stalemate",
        &[Say(
            "`ends: {stalemated: win}` says it of the side without a move, in place of the goal",
        )],
    ),
    (
        GOAL,
        "draw when perpetual_check|perpetual",
        &[
            Write("draw when repeated 3 times by checks"),
            Say("a claim says it: `claims: [draw when repeated 3 times by checks]`"),
        ],
    ),
    (
        GOAL,
        "$V when perpetual_check|perpetual|giving_perpetual_check",
        &[
            Write("$V when repeated 3 times by checks"),
            Say("a claim says it: `claims: [$V when repeated 3 times by checks]`"),
        ],
    ),
    // Without a side, the pieces that win are own ones, and captured pieces are those of the enemy.
    (GOAL, "win when $K @stand? @in|@arrive $A", &[Write("win when own $K in $A")]),
    (GOAL, "win when $K @be? captured|taken|killed", &[Write("win when capturing $K")]),
    (GOAL, "loss when $K @be? captured|taken|killed|lost|gone", &[Write("loss when no own $K")]),
    // A draw is about both sides.
    (GOAL, "draw when there @be no $K @left?", &[Write("draw when no any $K")]),
    (GOAL, "draw when no $K @be? @left", &[Write("draw when no any $K")]),
    (GOAL, "draw when all $K @be? @gone", &[Write("draw when no any $K")]),
    // Goals are asked for each side, so a draw of `own` is one of any side.
    (GOAL, "draw when any|either|one|some @side $X", &[Write("draw when own $X")]),
    // What was captured is not the piece that moved.
    (
        LINE,
        "when piece|pieces|something|it? @be? captured|taken then it|piece|they|piece_itself|captured_piece $X",
        &[Write("when capturing then victim $X")],
    ),
    (
        LINE,
        "when $S? $K @be? captured|taken then it|they|piece|captured_piece $X",
        &[Write("when capturing $K then victim $X")],
    ),
];

/// Whole sentences whose form is wrong.
pub(super) const LINES: &[Pattern] = &[
    // -- goals --
    (
        GOAL,
        "win|wins|won|victory|you_win|you_wins|player_wins|winner @when $Q",
        &[Write("win when $Q")],
    ),
    (GOAL, "own|mover|@side win|wins @when $Q", &[Write("win when $Q")]),
    (
        GOAL,
        "@when? $Q ,? own|whoever|@side who? @has|with most|more $K @left? win|wins",
        &[Write("win when $Q and own $K > enemy $K")],
    ),
    (GOAL, "enemy win|wins @when $Q", &[Write("loss when $Q")]),
    (
        GOAL,
        "draw|draws|drawn @when same? position happens|occurs|repeats|is_repeated|repeated for? $N times",
        &[Say("a claim says it: `claims: [draw when repeated $N times]`")],
    ),
    (
        GOAL,
        "whoever|player|side|own who? can_not_move|has_no_moves|has_no_legal_moves is? winner|win|wins",
        &[Say("`ends: {stalemated: win}` says it of the side without a move")],
    ),
    (
        GOAL,
        "whoever|player|side|own who? can_not_move|has_no_moves|has_no_legal_moves is? loser|lose|loses",
        &[Say("`ends: {stalemated: loss}` says it of the side without a move")],
    ),
    (
        GOAL,
        "@when own|@side? @be? stalemated|stalemate ,? own|@side|it? lose|loses",
        &[Say("`ends: {stalemated: loss}` says it of the side without a move")],
    ),
    (GOAL, "own? win|wins by $Q", &[Write("win when $Q")]),
    (GOAL, "own? lose|loses|loss by $Q", &[Write("loss when $Q")]),
    (GOAL, "@when $Q ,? own|@side? win|wins game?", &[Write("win when $Q")]),
    (GOAL, "@when $Q ,? own|@side? lose|loses game?", &[Write("loss when $Q")]),
    (GOAL, "@when $Q ,? it|game is draw|drawn", &[Write("draw when $Q")]),
    (
        GOAL,
        "whoever|player|side|own|first_player who? $X is winner|win|wins game?",
        &[Write("win when own $X")],
    ),
    (
        GOAL,
        "whoever|player|side|own who? $X is loser|lose|loses game?",
        &[Write("loss when own $X")],
    ),
    (GOAL, "game? is? won by own|whoever|player|side who? $X", &[Write("win when own $X")]),
    (GOAL, "$K escapes by $X", &[Write("win when own $K $X")]),
    (GOAL, "$N $K in line|row wins", &[Write("win when $N own $K in line")]),
    (GOAL, "loss|lose|loses|lost|you_lose|player_loses|defeat @when $Q", &[Write("loss when $Q")]),
    (GOAL, "own|@side lose|loses @when $Q", &[Write("loss when $Q")]),
    (GOAL, "enemy lose|loses @when $Q", &[Write("win when $Q")]),
    (GOAL, "draw|draws|drawn|tie|game_is_drawn|game_drawn @when $Q", &[Write("draw when $Q")]),
    (GOAL, "$C win|wins @when $Q", &[Write("win when $C and $Q")]),
    (GOAL, "$C lose|loses @when $Q", &[Write("loss when $C and $Q")]),
    (GOAL, "$V unless $Q", &[Write("$V when !$Q")]),
    (GOAL, "$V when $Q1 unless $Q2", &[Write("$V when $Q1 and !$Q2")]),
    (GOAL, "$V when $Q1 but not|without $Q2", &[Write("$V when $Q1 and !$Q2")]),
    (
        GOAL,
        "own? mover? wins? capturing|taking|captures|takes|capture $P wins",
        &[Write("win when capturing $P")],
    ),
    // -- restrictions --
    (LIMIT, "not|never|except|forbidden|illegal|@illegal when|if|while $Q", &[Write("!$Q")]),
    (LIMIT, "unless $Q", &[Write("!$Q")]),
    (
        LIMIT,
        "only? when|if|where|while|allowed_when|allowed_if|legal_when|legal_if $Q",
        &[Write("$Q")],
    ),
    (LIMIT, "only_when|when not_only $Q", &[Write("$Q")]),
    (LIMIT, "$Q is? @illegal", &[Write("!$Q")]),
    (LIMIT, "own? must_not|may_not|can_not|never $Q1 unless $Q2", &[Write("!$Q1 or $Q2")]),
    (
        LIMIT,
        "own? must_not|may_not|can_not|never $Q in|during|for|on own? first $N @turns",
        &[Write("!$Q or own turns >= $N")],
    ),
    (
        LIMIT,
        "nobody|no_one|no_player|no_side @be? allowed|permitted|may|can to? $Q",
        &[Write("!$Q")],
    ),
    (LIMIT, "piece|pieces @be not allowed|permitted to $Q", &[Write("!$Q")]),
    (LIMIT, "own @be? not allowed|permitted to $Q", &[Write("!$Q")]),
    (LIMIT, "own must_not|may_not|can_not|never|does_not $Q", &[Write("!$Q")]),
    (LIMIT, "$K can_not|may_not|must_not|never move|moves", &[Write("not moving $K")]),
    (
        LIMIT,
        "$K must_not|may_not|can_not|never|does_not $Q unless $Q2",
        &[Write("not (moving $K and $Q) or $Q2")],
    ),
    (LIMIT, "$K must_not|may_not|can_not|never|does_not $Q", &[Write("not (moving $K and $Q)")]),
    (
        LIMIT,
        "piece|pieces|own? can_only|may_only|must_only @take|capture pieces|piece of same type|kind",
        &[Write("not capturing or end like mover")],
    ),
    (
        LIMIT,
        "piece|pieces can_only|may_only|must_only $X",
        &[Say("say which moves it is about, and what must hold then: `not capturing or ...`")],
    ),
    (LIMIT, "$K must_only|may_only|can_only|must|must_always $Q", &[Write("not moving $K or $Q")]),
    (LIMIT, "only $K may|can $Q", &[Write("!$Q or moving $K")]),
    (LIMIT, "piece|pieces $F can_not|may_not|must_not move", &[Write("not mover $F")]),
    (LIMIT, "piece|pieces $Q can_not|may_not|must_not move", &[Write("!$Q")]),
    (LIMIT, "must_not|may_not|can_not|does_not|never|never_allowed|do_not|no $Q", &[Write("!$Q")]),
    (LIMIT, "must|must_be|always $Q", &[Write("$Q")]),
    (LIMIT, "$Q", &[Write("$Q")]),
    // -- duties --
    (
        DUTY,
        "must|must_be|mandatory|always|forced|compulsory|only_when|when|if|prefer $Q",
        &[Write("$Q")],
    ),
    (DUTY, "own? must|has_to|have_to? $Q when|if own? possible|able|can", &[Write("$Q")]),
    (DUTY, "own must|has_to|have_to $Q", &[Write("$Q")]),
    (DUTY, "own? must|has_to|have_to? $Q1 if|when $Q2", &[Write("$Q2 and $Q1")]),
    (DUTY, "if|when $Q1 , then? own? must|has_to|have_to? $Q2", &[Write("$Q1 and $Q2")]),
    (DUTY, "$K itself? must|has_to move", &[Write("moving $K")]),
    (DUTY, "$Q @be? mandatory|forced|compulsory|required", &[Write("$Q")]),
    // -- effects --
    (
        LINE,
        "when|if|on|after|upon|whenever|once|as_soon_as|every_time|each_time|every|each $Q then|do $D",
        &[Write("when $Q then $D")],
    ),
    (
        LINE,
        "if|on|after|upon|whenever|once|as_soon_as|every_time|each_time|when $Q , then? $D",
        &[Write("when $Q then $D")],
    ),
    (
        LINE,
        "if|on|after|upon|whenever|once|as_soon_as|every_time|each_time $Q $D",
        &[Write("when $Q then $D")],
    ),
    (LINE, "if|on|after|upon|whenever|once $Q may|can|optionally $D", &[Write("when $Q may $D")]),
    (LINE, "when $Q can|optionally|then_may|player_may|mover_may $D", &[Write("when $Q may $D")]),
    (
        LINE,
        "piece that|which captures|takes|took|captured $X",
        &[Write("when capturing then mover $X")],
    ),
    (
        LINE,
        "$K that|which captures|takes|took|captured $X",
        &[Write("when moving $K and capturing then mover $X")],
    ),
    (LINE, "captured_pieces|captured_piece $X", &[Write("when capturing then victim $X")]),
    (LINE, "$Q then $D", &[Write("when $Q then $D")]),
    (LINE, "$D when|if|after|whenever|upon|once $Q", &[Write("when $Q then $D")]),
    (LINE, "always $Q then $D", &[Write("when $Q then $D")]),
    (
        LINE,
        "every_move|each_move|each_turn|every_turn|after_every_move|after_each_move|always ,? then? $D",
        &[Write("always $D")],
    ),
    (LINE, "$D after_every_move|each_move|every_move|each_turn|every_turn", &[Write("always $D")]),
    (LINE, "$D", &[Write("always $D")]),
];

const REPEATED: &[Meaning] = &[
    Write("repeated $N times"),
    Say("only claims ask that: `claims: [draw when repeated $N times]`"),
];
const REPEATED_3: &[Meaning] = &[
    Write("repeated 3 times"),
    Say("only claims ask that: `claims: [draw when repeated 3 times]`"),
];
const REPEATED_4: &[Meaning] = &[
    Write("repeated 4 times"),
    Say("only claims ask that: `claims: [draw when repeated 4 times]`"),
];

/// Questions.
pub(super) const QUESTIONS: &[Pattern] = &[
    // -- words around a question --
    (ANY, "it|this_move|move|this @be $X", &[Write("$X")]),
    (ANY, "there @be not? no $X", &[Write("no $X")]),
    (ANY, "there @be no_longer $X", &[Write("no $X")]),
    (ANY, "there @be $X", &[Write("$X")]),
    (ANY, "when|if $X", &[Write("$X")]),
    (ANY, "only if|when $X", &[Write("$X")]),
    (ANY, "unless $Q", &[Write("!$Q")]),
    (ANY, "not when|if $Q", &[Write("!$Q")]),
    (ANY, "$Q1 unless $Q2", &[Write("$Q1 and !$Q2")]),
    (ANY, "$Q1 but not|without $Q2", &[Write("$Q1 and !$Q2")]),
    (ANY, "either $Q1 or $Q2", &[Write("$Q1 or $Q2")]),
    (ANY, "neither $P1 nor $P2 $F?", &[Write("no $P1 $F and no $P2 $F")]),
    (ANY, "$S @has neither|no $K1 nor $K2 $F?", &[Write("no $S $K1 $F and no $S $K2 $F")]),
    (ANY, "$S @has no $K1 and|or no? $K2 $F?", &[Write("no $S $K1 $F and no $S $K2 $F")]),
    (ANY, "neither $Q1 nor $Q2", &[Write("!$Q1 and !$Q2")]),
    // -- having --
    (ANY, "$S @has no|no_more|zero|not_any $K @left? $F? @left?", &[Write("no $S $K $F")]),
    (ANY, "$S does not have any? $K @left? $F?", &[Write("no $S $K $F")]),
    (ANY, "$S @be without $K", &[Write("no $S $K")]),
    (ANY, "$S @be out of $K", &[Write("no $S $K")]),
    (ANY, "no $P @left", &[Write("no $P")]),
    (ANY, "no $P @be $F", &[Write("no $P $F")]),
    (ANY, "no more $P @left?", &[Write("no $P")]),
    (ANY, "$P @be no_more|all_gone|no_longer_there|absent|missing|not_on_board", &[Write("no $P")]),
    (GOAL, "all? both? of? $P @be? all? @gone", &[Write("no $P")]),
    (BEFORE, "$P @be gone|lost|dead|missing|eliminated|off_board", &[Write("no $P")]),
    (GOAL, "every|each|last|only $P @be? @gone", &[Write("no $P")]),
    (GOAL, "all|every|each of? $P @be? @gone", &[Write("no $P")]),
    (GOAL, "$S @lose $S2? all|every|last|final|only|each|both of? $S3? $K", &[Write("no $S $K")]),
    (GOAL, "$S @lose $K", &[Write("no $S $K")]),
    (GOAL, "all $S $K @be? @gone", &[Write("no $S $K")]),
    (
        GOAL,
        "capturing|taking|capture|take|captured|takes|captures all|every|last of? $P",
        &[Write("no $P")],
    ),
    (GOAL, "own @take all|every|last of? enemy $K", &[Write("no enemy $K")]),
    (
        ANY,
        "$S @has only|just|nothing_but|nothing_left_but|no_piece_but|no_pieces_but|lone|nothing_except|nothing_left_except|no_piece_except|no_pieces_except $K @left?",
        &[Write("no $S piece but $K")],
    ),
    (ANY, "$S only|just has|have $K @left?", &[Write("no $S piece but $K")]),
    (ANY, "only $S $K @be? @left", &[Write("no $S piece but $K")]),
    (
        ANY,
        "$S $K @be? alone|bare|only_piece|last_piece|only_piece_left|bared|all_alone|lonely",
        &[Write("no $S piece but $K")],
    ),
    (ANY, "bare $S $K", &[Write("no $S piece but $K")]),
    (ANY, "$S bare $K", &[Write("no $S piece but $K")]),
    (ANY, "both @side? @has? only @has? $K @left?", &[Write("no any piece but $K")]),
    (ANY, "both @be bare|bared", &[Write("no any piece but king")]),
    (ANY, "only 2|two|both? $K @be? @left?", &[Write("no any piece but $K")]),
    (ANY, "only $K @be? @left?", &[Write("no any piece but $K")]),
    (
        ANY,
        "king against king|king versus king|bare kings|only kings",
        &[Write("no any piece but king")],
    ),
    (ANY, "$S @has exactly|only_exactly $N $K $F?", &[Write("exactly $N $S $K $F")]),
    (ANY, "$S @has only|just $N $K @left? $F?", &[Write("exactly $N $S $K $F")]),
    (ANY, "$S @has single $K @left? $F?", &[Write("exactly 1 $S $K $F")]),
    (ANY, "only $N $P @be? @left?", &[Write("exactly $N $P")]),
    (
        ANY,
        "$S @has at_least|minimum|not_less_than|no_fewer_than|no_less_than $N $K @left? $F?",
        &[Write("at least $N $S $K $F")],
    ),
    (
        ANY,
        "$S @has at_most|maximum|not_more_than|no_more_than|up_to $N $K @left? $F?",
        &[Write("at most $N $S $K $F")],
    ),
    (ANY, "$S @has more_than|over $N $K @left? $F?", &[Write("at least $N+1 $S $K $F")]),
    (ANY, "$S @has fewer_than|less_than|under $N $K @left? $F?", &[Write("at most $N-1 $S $K $F")]),
    (ANY, "$S @has $N or_more|or_greater $K $F?", &[Write("at least $N $S $K $F")]),
    (ANY, "$S @has $N or_fewer|or_less $K $F?", &[Write("at most $N $S $K $F")]),
    (ANY, "$S @has $N $K @left? $F?", &[Write("at least $N $S $K $F")]),
    (ANY, "$S1 @has more $K than $S2", &[Write("$S1 $K > $S2 $K")]),
    (ANY, "$S1 @has fewer|less $K than $S2", &[Write("$S1 $K < $S2 $K")]),
    (ANY, "$S1 @has more $K1 than $K2", &[Write("$S1 $K1 > $S1 $K2")]),
    (ANY, "$S @has $X @left", &[Write("$S $X")]),
    (ANY, "$S @has $K $F?", &[Write("$S $K $F")]),
    (
        GOAL,
        "nobody|no_one|neither_side|neither_player|no_side|no_player|none @has any? $K @left?",
        &[Write("no any $K")],
    ),
    (GOAL, "both|neither @side @has no|any $K @left?", &[Write("no any $K")]),
    (
        GOAL,
        "each|both|every @side @has $N $K @left? or_fewer|or_less",
        &[Write("at most $N own $K and at most $N enemy $K")],
    ),
    (
        GOAL,
        "each|both|every @side @has $N $K @left? or_more",
        &[Write("at least $N own $K and at least $N enemy $K")],
    ),
    (GOAL, "each|both|every @side $X", &[Write("own $X and enemy $X")]),
    (ANY, "$S @has $N $K @left? or_fewer|or_less", &[Write("at most $N $S $K")]),
    (ANY, "$S @has $N $K @left? or_more", &[Write("at least $N $S $K")]),
    (ANY, "board @be? full|filled|completely_full|completely_filled", &[Write("no empty")]),
    (ANY, "all|every cells|cell @be? occupied|full|filled|taken", &[Write("no empty")]),
    (ANY, "no|no_more empty|free cells|cell @left?", &[Write("no empty")]),
    (
        GOAL,
        "all? $P @be? connected|joined|linked in? one|single? group|chain?",
        &[Say("cannot be said: no question asks whether pieces form one group")],
    ),
    (GOAL, "both @side @lose all? $K", &[Write("no any $K")]),
    (
        GOAL,
        "insufficient|not_enough material",
        &[Say("name the pieces that are left, such as `no any piece but king`")],
    ),
    (ANY, "$S1 @has $N more $K than $S2", &[Write("$S1 $K >= $S2 $K + $N")]),
    // -- numbers --
    (ANY, "at_least|minimum_of $N of? $P @be? $F?", &[Write("at least $N $P $F")]),
    (ANY, "at_most|maximum_of $N of? $P @be? $F?", &[Write("at most $N $P $F")]),
    (ANY, "$N of? $P @be $F", &[Write("at least $N $P $F")]),
    (ANY, "$P $F >= $N", &[Write("at least $N $P $F")]),
    (ANY, "$P $F > $N", &[Write("at least $N+1 $P $F")]),
    (ANY, "$P $F <= $N", &[Write("at most $N $P $F")]),
    (ANY, "$P $F < $N", &[Write("at most $N-1 $P $F")]),
    (ANY, "$P $F = $N", &[Write("exactly $N $P $F")]),
    (ANY, "$P1 outnumber|outnumbers $P2", &[Write("$P1 > $P2")]),
    (ANY, "number|count|amount of $P $X", &[Write("$P $X")]),
    (ANY, "more_than|over $N $P $F?", &[Write("at least $N+1 $P $F")]),
    (ANY, "fewer_than|less_than|under $N $P $F?", &[Write("at most $N-1 $P $F")]),
    (
        ANY,
        "no_more_than|not_more_than|maximum|maximum_of|up_to|max $N $P $F?",
        &[Write("at most $N $P $F")],
    ),
    (
        ANY,
        "no_less_than|no_fewer_than|not_less_than|not_fewer_than|minimum|minimum_of|min $N $P $F?",
        &[Write("at least $N $P $F")],
    ),
    (ANY, "$N or_more|plus $P $F?", &[Write("at least $N $P $F")]),
    (ANY, "$N or_fewer|or_less $P $F?", &[Write("at most $N $P $F")]),
    (ANY, "exactly|precisely|just $N $P $F?", &[Write("exactly $N $P $F")]),
    (ANY, "$N $P $F? or_more", &[Write("at least $N $P $F")]),
    (ANY, "$P @be? > $N", &[Write("at least $N+1 $P")]),
    (ANY, "$P @be? >= $N", &[Write("at least $N $P")]),
    (ANY, "$P @be? < $N", &[Write("at most $N-1 $P")]),
    (ANY, "$P @be? <= $N", &[Write("at most $N $P")]),
    (ANY, "$P @be? = 0|zero", &[Write("no $P")]),
    (ANY, "$P @be? =|exactly|equal_to|equals $N", &[Write("exactly $N $P")]),
    (ANY, "$P @be? more_than $N", &[Write("at least $N+1 $P")]),
    (ANY, "$P @be? fewer_than|less_than $N", &[Write("at most $N-1 $P")]),
    (ANY, "$P @be? at_least $N", &[Write("at least $N $P")]),
    (ANY, "$P @be? at_most $N", &[Write("at most $N $P")]),
    (ANY, "$P1 @be? > $P2", &[Write("$P1 > $P2")]),
    (ANY, "$P1 @be? < $P2", &[Write("$P1 < $P2")]),
    (ANY, "$P1 @be? =|equals $P2", &[Write("$P1 = $P2")]),
    (ANY, "more $P1 than $P2", &[Write("$P1 > $P2")]),
    (ANY, "fewer|less $P1 than $P2", &[Write("$P1 < $P2")]),
    (ANY, "$P1 >=|> $P2 + $N", &[Write("$P1 >= $P2 + $N")]),
    (ANY, "own|mover|@side? $T >= $N", &[Write("own $T >= $N")]),
    (ANY, "own|mover|@side? $T > $N", &[Write("own $T > $N")]),
    (ANY, "own|mover|@side? $T = $N", &[Write("own $T = $N")]),
    (ANY, "own? $T @be? at_least|reaches|reach|reached $N", &[Write("own $T >= $N")]),
    (ANY, "$N own? $T", &[Write("own $T >= $N")]),
    (ANY, "more_than $N own? $T", &[Write("own $T > $N")]),
    (ANY, "at_least $N $T", &[Write("own $T >= $N")]),
    // -- checks that are counted --
    (
        ANY,
        "giving? check|checks|checking|checked|gives_check|has_given|gave_check|has_checked|given_check enemy? king? $N times|time?",
        &[
            Joined(checks),
            Say(
                "count them: `effects: [when giving check then count checks]`, and ask `own checks >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "own|@side? has|have|has_given|gives|give|gave|delivered|given $N checks|check",
        &[
            Joined(checks),
            Say(
                "count them: `effects: [when giving check then count checks]`, and ask `own checks >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "own|@side? has|have|has_given|gives|give|gave|given? check|checks $N times",
        &[
            Joined(checks),
            Say(
                "count them: `effects: [when giving check then count checks]`, and ask `own checks >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "$N own? checks|check|checks_given|times_check @be? given?",
        &[
            Joined(checks),
            Say(
                "count them: `effects: [when giving check then count checks]`, and ask `own checks >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "enemy king? @be? checked|in_check|given_check|put_in_check $N times",
        &[
            Joined(checks),
            Say(
                "count them: `effects: [when giving check then count checks]`, and ask `own checks >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "own? @has? captured|taken|captures|has_captured|takes $N enemy? pieces|men @left?",
        &[
            Joined(captures),
            Say(
                "count them: `effects: [when capturing then count captures]`, and ask `own captures >= $N`",
            ),
        ],
    ),
    (
        ANY,
        "own? @has? captured|captures|has_captured|capturing $N times|time",
        &[
            Joined(captures),
            Say(
                "count them: `effects: [when capturing then count captures]`, and ask `own captures >= $N`",
            ),
        ],
    ),
    // -- turns --
    (
        ANY,
        "no|without capture|captures|capturing|captured_piece|piece_captured for|in|within|during|since last? $N @turns",
        &[Write("$N turns without capturing")],
    ),
    (
        ANY,
        "$N @turns have? has? passed|gone? without any|a? @capture",
        &[Write("$N turns without capturing")],
    ),
    (ANY, "$N @turns without any? @capture", &[Write("$N turns without capturing")]),
    (ANY, "$N @turns with|have no @capture", &[Write("$N turns without capturing")]),
    (ANY, "without any? @capture for|in|during $N @turns", &[Write("$N turns without capturing")]),
    (
        ANY,
        "nothing|no_piece|no_pieces @be? captured|taken for|in|during|within $N @turns",
        &[Write("$N turns without capturing")],
    ),
    (
        ANY,
        "no $K moves|move|moved for|in|during|within $N @turns",
        &[Write("$N turns without moving $K")],
    ),
    (
        ANY,
        "$N @turns without any? $K moves|move|moving|moved",
        &[Write("$N turns without moving $K")],
    ),
    (
        ANY,
        "no @capture or $K move|moves|moved for|in|within|during $N @turns",
        &[Write("$N turns without (capturing or moving $K)")],
    ),
    (
        ANY,
        "$N @turns without any? @capture or|and $K move|moves|moving",
        &[Write("$N turns without (capturing or moving $K)")],
    ),
    (
        ANY,
        "no $K move|moves or|and @capture for|in|within|during $N @turns",
        &[Write("$N turns without (capturing or moving $K)")],
    ),
    (ANY, "no checks|check for|in|within $N @turns", &[Write("$N turns without giving check")]),
    (ANY, "$N @turns without any? checks|check", &[Write("$N turns without giving check")]),
    (ANY, "more_than $N own? @turns", &[Write("own turns > $N")]),
    (
        ANY,
        "after|it_is|on|at|in|reaching|by? turn|move|round|turn_number|move_number >=|=|is? $N",
        &[Write("own turns >= $N")],
    ),
    (
        ANY,
        "after|at_least $N own? @turns have? has? are? passed|played|over|made|done?",
        &[Write("own turns >= $N")],
    ),
    (ANY, "own? turns|turn_number|move_number|moves >= $N", &[Write("own turns >= $N")]),
    (
        ANY,
        "$N @turns @be? have? has? passed|played|over|made|done|been_played|elapsed|reached",
        &[Write("own turns >= $N")],
    ),
    (ANY, "game|it lasts|lasted|takes|has_lasted $N @turns", &[Write("own turns >= $N")]),
    // -- repetition, where goals cannot ask it --
    (
        GOAL,
        "threefold|threefold_repetition|repetition|position_repeated|position_repeats|position_is_repeated|same_position_three_times",
        REPEATED_3,
    ),
    (GOAL, "fourfold|fourfold_repetition", REPEATED_4),
    (
        GOAL,
        "same? position @be? repeated|repeats|occurs|occurred|appears|happens|arises|has_occurred|reached|seen? for? $N times|time?",
        REPEATED,
    ),
    (GOAL, "position|it|game @be? same $N times", REPEATED),
    (GOAL, "repeats|repeating|repetition $N times", REPEATED),
    (
        GOAL,
        "$N repetitions|fold_repetition|times_same_position|repetitions_of_position|repeats",
        REPEATED,
    ),
    (GOAL, "$N times same position", REPEATED),
    // -- lines and neighbours --
    (ANY, "$N $P in|along row|line|one_line|straight_line", &[Joined(in_a_row)]),
    (
        ANY,
        "$P @be? surrounded|enclosed|encircled by enemy pieces?",
        &[Write("no empty at K of $P and no own piece at K of $P")],
    ),
    (ANY, "$P @be? completely? surrounded|enclosed|encircled", &[Write("no empty at K of $P")]),
    (
        ANY,
        "$P1 @be? surrounded|enclosed by $P2",
        &[Say(
            "cannot be said of `surrounded` alone: write which neighbouring cells have none, such as `no empty at K of $P1`",
        )],
    ),
    (ANY, "$P1 @be? in same rank|row as|of|with $P2", &[Write("$P1 in rank of $P2")]),
    (ANY, "$P1 @be? in same file|column as|of|with $P2", &[Write("$P1 in file of $P2")]),
    (ANY, "$P1 and $P2 @be? in same rank|row", &[Write("$P1 in rank of $P2")]),
    (ANY, "$P1 and $P2 @be? in same file|column", &[Write("$P1 in file of $P2")]),
    (
        ANY,
        "$P1 and $P2 @be? adjacent|next_to_each_other|side_by_side|neighbours|touching|touch|meet",
        &[Write("$P1 at K of $P2")],
    ),
    (ANY, "all? both? $S $K @be? in same rank|row", &[Joined(same_rank)]),
    (ANY, "all? both? $S $K @be? in same file|column", &[Joined(same_file)]),
    (ANY, "$P1 @be? @next $P2", &[Write("$P1 at K of $P2")]),
    (ANY, "$P1 @be? orthogonally @next $P2", &[Write("$P1 at W of $P2")]),
    (ANY, "$P1 @be? diagonally @next $P2", &[Write("$P1 at F of $P2")]),
    (
        ANY,
        "$P1 @be? in|within 1|one cell|step|cells|steps of|from $P2",
        &[Write("$P1 at K of $P2")],
    ),
    (ANY, "$P1 @be? in|within 2|two cells|steps of|from $P2", &[Write("$P1 at KNAD of $P2")]),
    (ANY, "$P1 touches|touch|meets $P2", &[Write("$P1 at K of $P2")]),
    (MOVE, "@be? at K of $P", &[Write("mover at K of $P")]),
    (MOVE, "@be? at W of $P", &[Write("mover at W of $P")]),
    (MOVE, "@be? at F of $P", &[Write("mover at F of $P")]),
    (MOVE, "@be? at N of $P", &[Write("mover at N of $P")]),
    (
        ANY,
        "$P @be? attacked|checked|threatened by $N pieces|enemies|enemy_pieces|men|attackers",
        &[Say(
            "cannot be said: a question does not count attackers; nearest is `$P attacked`, or name two: `$P attacked by enemy queen and $P attacked by enemy rook`",
        )],
    ),
    (
        ANY,
        "$P @be? attacked|checked|threatened twice|once|double|doubly|three_times|2_times|3_times",
        &[Say(
            "cannot be said: a question does not count attackers; nearest is `$P attacked`, or name two: `$P attacked by enemy queen and $P attacked by enemy rook`",
        )],
    ),
    // -- one subject, two facts --
    (GOAL, "$P $X and @be? not @attacked there?", &[Write("$P $X and $P not attacked")]),
    (GOAL, "$P $X and @be? $F there?", &[Write("$P $X and $P $F")]),
    // -- attacks and checks --
    (
        BEFORE,
        "mover|it|piece|moving_piece|own_piece|end @be? not guarded by? own? friend|piece|friends|pieces?",
        &[Write("not mover guarded")],
    ),
    (
        BEFORE,
        "mover|it|piece|moving_piece|own_piece @be? guarded by? own? friend|piece|friends|pieces?",
        &[Write("mover guarded")],
    ),
    (
        BEFORE,
        "attacked by enemy piece|pieces? of same type|kind",
        &[Write("mover attacked by (enemy like mover)")],
    ),
    (ANY, "own king? @be? in_check|checked|under_check", &[Write("in check")]),
    (
        ANY,
        "enemy @be? in_check|checked|under_check",
        &[Write("enemy in check"), Write("enemy king attacked")],
    ),
    (ANY, "$S $K @be? @attacked", &[Write("$S $K attacked")]),
    (ANY, "$P1 @be? @attacked by $P2", &[Write("$P1 attacked by $P2")]),
    (
        ANY,
        "$P1 attacks|attack|threatens|attacking|checks|guards_against $P2",
        &[Write("$P2 attacked by $P1")],
    ),
    (
        DONE,
        "check|checks|checking|gives_check|check_given|there_is_check|check_is_given|gives_a_check|delivering_check|own_gives_check|own_checks|king_attacked",
        &[Write("giving check")],
    ),
    (
        BEFORE,
        "checks|checking|gives_check|give_check|check_given|delivering_check|own_gives_check|own_checks|it_gives_check|move_gives_check|put_enemy_in_check|check_enemy|check_enemy_king",
        &[Write("giving check")],
    ),
    (
        MOVE,
        "mate|mates|mating|gives_mate|give_mate|giving_checkmate|delivering_mate|it_is_mate",
        &[Write("giving mate")],
    ),
    (ANY, "$P gives|giving|delivers check|mate?", &[Joined(gives)]),
    (
        ANY,
        "giving|gives|delivering check|checks with|by $S? $K",
        &[Write("moving $K and giving check")],
    ),
    (
        ANY,
        "enemy @be? stuck|immobile|blocked|without_moves|paralysed|immobilized|immobilised",
        &[Write("enemy stuck"), Write("no enemy piece can move")],
    ),
    (ANY, "own @be? stuck|immobile|blocked|without_moves|paralysed|immobilized", &[Write("stuck")]),
    (ANY, "own @has no legal? moves|move @left?", &[Write("stuck")]),
    (GOAL, "own can not move any|one? of? own $K", &[Write("on move and no own $K can move")]),
    (ANY, "own can not move", &[Write("stuck")]),
    (
        GOAL,
        "nobody|no_one|neither_side|neither_player|no_side|no_player can move",
        &[Write("no any piece can move")],
    ),
    (ANY, "no own? legal? moves|move @left?", &[Write("stuck")]),
    (
        ANY,
        "enemy @has no legal? moves|move @left?",
        &[Write("enemy stuck"), Write("no enemy piece can move")],
    ),
    (ANY, "enemy can not move", &[Write("enemy stuck"), Write("no enemy piece can move")]),
    (ANY, "$P @has no legal? moves|move|escape|escape_cells @left?", &[Write("no $P can move")]),
    (ANY, "$P can not move", &[Write("no $P can move")]),
    (
        ANY,
        "$P @be immobile|blocked|stuck|trapped|immobilized|immobilised|paralysed",
        &[Write("no $P can move")],
    ),
    (ANY, "$P can not reach $A", &[Write("no $P can reach $A")]),
    (ANY, "$P can move|go|get to $A", &[Write("$P can reach $A")]),
    (ANY, "$S can capture|take $P", &[Write("$P attacked by $S")]),
    (DONE, "$K gives|giving|delivers check", &[Write("moving $K and giving check")]),
    // -- promotions --
    (
        ANY,
        "own $K promotes|promote|promoted|is_promoted|is_promoting|has_promoted|gets_promoted",
        &[Write("moving $K and promoting")],
    ),
    (
        ANY,
        "own? $K1 promotes|promote|promoted|is_promoted to|into $K2",
        &[Write("moving $K1 and promoting to $K2")],
    ),
    (
        MOVE,
        "$K promotes|promote|is_promoted|promoted|promoting|gets_promoted",
        &[Write("moving $K and promoting")],
    ),
    (
        ANY,
        "promotion|promotes|promoted|promote|own_promotes|it_promotes|@side_promotes",
        &[Write("promoting")],
    ),
    (ANY, "promotion|promotes|promoted|promote|promoting to|into $K", &[Write("promoting to $K")]),
    (
        ANY,
        "promotion|promotes|promoted|promote|promoting with|by? $K",
        &[Write("moving $K and promoting")],
    ),
    // -- captures --
    (
        ANY,
        "capture|captures|taking|takes|it_captures|mover_captures|own_captures|capture_is_made|piece_is_captured|piece_is_taken|something_is_captured|capture_happens|making_capture|after_capture|piece_captured|any_capture|captures_are_made|player_captures|@side_captures|captured|own_piece_captures|enemy_piece_is_captured|enemy_is_captured|piece_captures|any_piece_is_captured|any_piece_captured|capturing_something|capturing_piece|capturing_enemy",
        &[Write("capturing")],
    ),
    (ANY, "own $K1 @take enemy|$S2? $K2", &[Write("moving $K1 and capturing $K2")]),
    (MOVE, "$S? $K1 @take own|enemy|any? $K2", &[Write("moving $K1 and capturing $K2")]),
    (
        ANY,
        "own? $K @take anything|something|piece|enemy_piece|pieces",
        &[Write("moving $K and capturing")],
    ),
    (
        ANY,
        "own? $K takes|take|captures|capture|capturing|taking|kills|eats",
        &[Write("moving $K and capturing")],
    ),
    (
        LINE,
        "own $K @be? captured|taken|killed",
        &[Say(
            "a line is asked of the side that moved: write `capturing $K`, and `enemy` for the side that loses it",
        )],
    ),
    (
        ANY,
        "own? mover? piece? @take $S? $K with|by|using $S2? $K2",
        &[Write("moving $K2 and capturing $K")],
    ),
    (ANY, "capturing|@take $S? $K with|by|using $S2? $K2", &[Write("moving $K2 and capturing $K")]),
    (
        ANY,
        "capturing|capture|captures|captured|takes|taking with|by|using $S? $K",
        &[Write("moving $K and capturing")],
    ),
    (MOVE, "$S? $K @be? captured|taken by own|$S2? $K2", &[Write("moving $K2 and capturing $K")]),
    (GOAL, "enemy $K @be? captured|taken by own $K2", &[Write("moving $K2 and capturing $K")]),
    (ANY, "own|@side? mover? @take enemy|$S? $K", &[Write("capturing $K")]),
    (MOVE, "enemy? $K @be? captured|taken|killed", &[Write("capturing $K")]),
    (MOVE, "enemy @lose $K", &[Write("capturing $K")]),
    (MOVE, "capture|captured of $K", &[Write("capturing $K")]),
    (MOVE, "own? move|moves a? $K", &[Write("moving $K")]),
    (MOVE, "taking|capturing something|anything|any_piece", &[Write("capturing")]),
    (MOVE, "@take pieces? of same type|kind", &[Write("capturing and end like mover")]),
    (MOVE, "own? check enemy king?", &[Write("giving check")]),
    (MOVE, "own? give|gives check", &[Write("giving check")]),
    (MOVE, "@take|capture guarded $K", &[Write("capturing $K and end guarded")]),
    (ANY, "does not capture|captures|capturing|take", &[Write("not capturing")]),
    (ANY, "no capture|captures|capturing|taking|pieces_captured", &[Write("not capturing")]),
    (ANY, "not a? capture|captures|taking", &[Write("not capturing")]),
    (ANY, "no check|checks|checking", &[Write("not giving check")]),
    (ANY, "no promotion|promoting", &[Write("not promoting")]),
    (ANY, "no castling", &[Write("not castling")]),
    (ANY, "capturing|capture|captures|takes in|on $A", &[Write("capturing and to $A")]),
    // -- castling, drops, first moves --
    (
        MOVE,
        "castle|castles|castled|own_castles|king_castles|own_king_castles|castling_move|castling_is_done|has_castled|mover_castles|@side_castles",
        &[Write("castling")],
    ),
    (MOVE, "drop|drops|dropped|piece_is_dropped|placing|dropping_piece", &[Write("dropping")]),
    (MOVE, "drops|drop|dropped|placing|places of? $K", &[Write("dropping $K")]),
    (MOVE, "$K @be? dropped|placed", &[Write("dropping $K")]),
    (
        BEFORE,
        "first_move|in_first_move|on_first_move|own_first_move|it_has_not_moved|piece_has_not_moved|not_moved|not_moved_yet|never_moved|has_not_moved|it_never_moved|piece_never_moved|mover_not_moved|mover_has_not_moved|unmoved|not_yet_moved|not_moved_before",
        &[Write("mover never moved")],
    ),
    (
        BEFORE,
        "has_moved|already_moved|moved|it_has_moved|moved_before",
        &[Write("not mover never moved")],
    ),
    (ANY, "$P has|have? not moved|moved_yet", &[Write("$P never moved")]),
    (ANY, "$P @be unmoved", &[Write("$P never moved")]),
    // -- places --
    (ANY, "own $K @goto $A", &[Write("moving $K and to $A")]),
    (MOVE, "own? $K moves|moved|has_moved|makes_move", &[Write("moving $K")]),
    (MOVE, "$S? $K @goto $A", &[Write("moving $K and to $A")]),
    (MOVE, "$S? $K @arrive $A", &[Write("moving $K and to $A")]),
    (
        MOVE,
        "$S? $K leaves|leave|moves_from|moves_out_of|moves_away_from|leaving $A",
        &[Write("moving $K and from $A")],
    ),
    (MOVE, "mover|it|piece|any_piece|own_piece|any|@side? @arrive|@goto $A", &[Write("to $A")]),
    (LINE, "piece|it|mover lands|arrives|moves in? cell?", &[Write("moving")]),
    (MOVE, "moving to|into|onto|in|on $A", &[Write("to $A")]),
    (MOVE, "moving from|out_of $A", &[Write("from $A")]),
    (&[Movement], "it|mover? stays|remains|stay|remain|ends @in $A", &[Write("to $A")]),
    (&[Movement], "own piece defends|guards|protects|supports it", &[Write("mover guarded")]),
    (MOVE, "moving $K to|into|onto $A", &[Write("moving $K and to $A")]),
    (MOVE, "moving $K from|out_of $A", &[Write("moving $K and from $A")]),
    (
        MOVE,
        "capturing $K in|on $A",
        &[Write("capturing $K in $A"), Write("capturing $K and to $A")],
    ),
    (
        MOVE,
        "mover|it|piece? ends|landing|ending|lands|arriving|ending_up in|on|at $A",
        &[Write("to $A")],
    ),
    (
        MOVE,
        "entering|onto|into|destination_is|target_is|reaching|destination_in|destination_on $A",
        &[Write("to $A")],
    ),
    (
        BEFORE,
        "starting|starts|standing|stands|mover_is|it_is|is|piece_is|currently? in|on|at|from $A",
        &[Write("from $A")],
    ),
    (&[Movement], "in|on|at|inside|within $A", &[Write("from $A")]),
    (&[Movement], "not in|on|at|inside $A", &[Write("not from $A")]),
    (BEFORE, "leaving|out_of|mover_in|mover_on|mover_leaves $A", &[Write("from $A")]),
    (MOVE, "leaves|out_of $A", &[Write("from $A")]),
    (
        ANY,
        "to $A1 or|, to? $A2 or|, to? $A3",
        &[Write("to $A1 $A2 $A3"), Write("to ($A1 or $A2 or $A3)")],
    ),
    (
        ANY,
        "from $A1 or|, from? $A2 or|, from? $A3",
        &[Write("from $A1 $A2 $A3"), Write("from ($A1 or $A2 or $A3)")],
    ),
    (ANY, "to $A1 or|, to? $A2", &[Write("to $A1 $A2"), Write("to ($A1 or $A2)")]),
    (ANY, "from $A1 or|, from? $A2", &[Write("from $A1 $A2"), Write("from ($A1 or $A2)")]),
    (ANY, "$P @be? @in|@arrive $A1 or @in? $A2", &[Write("$P in ($A1 or $A2)")]),
    (ANY, "$P @be? @in|@arrive $A1 and @in? $A2", &[Write("$P in ($A1 and $A2)")]),
    (ANY, "$P @arrive $A", &[Write("$P in $A")]),
    (GOAL, "$P @goto $A", &[Write("$P in $A")]),
    (ANY, "$P @stand? @in $A", &[Write("$P in $A")]),
    (ANY, "$P @be not @in $A", &[Write("$P not in $A")]),
    (ANY, "$P @be? outside|out_of|not_inside|off $A", &[Write("$P not in $A")]),
    (ANY, "@side? control|controls|occupies|occupy|holds $A", &[Write("own piece in $A")]),
    (ANY, "$P occupies|occupy|controls|holds|sits_on $A", &[Write("$P in $A")]),
    (ANY, "$P stands|stand|standing|sits|lies|remains|stays $F", &[Write("$P $F")]),
    (ANY, "$P @be? @in|@arrive any|some|one|every of? $A", &[Write("$P in $A")]),
    (ANY, "$S occupies|occupy|controls|holds|reaches|enters $A", &[Write("$S piece in $A")]),
    (ANY, "$A @be? occupied by $P", &[Write("$P in $A")]),
    (ANY, "$A @be? occupied", &[Write("any piece in $A")]),
    (ANY, "$A @be? empty|vacant|unoccupied|free", &[Write("no any piece in $A")]),
    // -- sides and colours --
    (ANY, "$C to move", &[Write("$C and on move")]),
    (ANY, "$C $K $X", &[Write("$C and own $K $X")]),
    (ANY, "$C $K", &[Write("$C and own $K")]),
    (ANY, "$C @has $X", &[Write("$C and own has $X")]),
    (ANY, "$C $X", &[Write("$C and $X")]),
    (ANY, "@side $X", &[Write("own $X")]),
    // -- several pieces --
    (ANY, "both $P1 and $P2 $F", &[Write("$P1 $F and $P2 $F")]),
    (ANY, "$S $K1 and $K2 @be? $F", &[Joined(both_kinds)]),
    (ANY, "$P1 and $P2 @be? both? $F", &[Write("$P1 $F and $P2 $F")]),
    (ANY, "$P1 and $P2 @be? both? @arrive $A", &[Write("$P1 in $A and $P2 in $A")]),
    (ANY, "$S $K1 and $K2 @be? both? @arrive $A", &[Write("$S $K1 in $A and $S $K2 in $A")]),
    (ANY, "both kings $F", &[Write("own king $F and enemy king $F")]),
    (ANY, "both $S $K @be? $F", &[Write("at least 2 $S $K $F")]),
    (ANY, "both of? $P @arrive $A", &[Write("at least 2 $P in $A")]),
    (ANY, "all|each|every of? $P @be? $F", &[Write("all $P $F")]),
    (ANY, "each|every $P", &[Write("all $P")]),
    (ANY, "all $P @arrive $A", &[Write("all $P in $A")]),
    (ANY, "$N $P @arrive $A", &[Write("at least $N $P in $A")]),
    (ANY, "$P1 $F and $P2 too|also|as_well", &[Write("$P1 $F and $P2 $F")]),
    (ANY, "all|each|every $K $F", &[Write("all own $K $F")]),
    (ANY, "any|some|one of? $P $F?", &[Write("$P $F")]),
    // -- pieces without a side --
    (BEFORE, "king @be? in_check|checked", &[Write("in check")]),
    (BEFORE, "not in check", &[Write("not in check")]),
    (ANY, "$P @be $F", &[Write("$P $F")]),
    (ANY, "$P @be not $F", &[Write("$P not $F")]),
    (ANY, "$P @has $F", &[Write("$P $F")]),
    (&[Only, Question, Movement, Effect], "@be not? $F", &[Write("mover $F")]),
];

/// Deeds.
pub(super) const DEEDS: &[Pattern] = &[
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|eliminates|clear captured_piece|captured|taken_piece|captured_pieces",
        &[Write("remove victim")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|eliminates capturing_piece|capturer|moving_piece|moved_piece|it|itself|attacker|capturing_one|piece_that_moved|piece_itself",
        &[Write("remove mover")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|eliminates|explode both",
        &[Write("remove victim; remove mover")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|clear all? every? each? all_of? $S pieces? $F",
        &[Write("remove $S piece $F"), Write("remove $S $F")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|clear all|every|each|all_of? $P $X?",
        &[Write("remove $P $X")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate $P1 and|, $P2 $F",
        &[Write("remove $P1 $F; remove $P2 $F")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate $P1 and|, $P2",
        &[Write("remove $P1; remove $P2")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|clear all|every|each|all_of? pieces|piece|everything $X?",
        &[Write("remove any piece $X")],
    ),
    (
        LINE,
        "remove|delete|destroy|kill|removes|destroys|kills|eliminate|clear all|every|each? $K $X?",
        &[Write("remove any $K $X")],
    ),
    (
        LINE,
        "capture|take|remove|captures all? every? any? enemy pieces|piece|men? sandwiched|flanked|caught|trapped|enclosed|outflanked|between between|by? own? two? own? pieces|men?",
        &[Write("capture enemy along nD from end to own")],
    ),
    (
        LINE,
        "flip|turn|reverse|convert all? every? any? enemy pieces|piece|men|discs? sandwiched|flanked|caught|trapped|enclosed|outflanked|between between|by? own? two? own? pieces|men|discs?",
        &[Write("enemy along Q from end to own changes side")],
    ),
    (LINE, "capture|take all|every|each $P $X?", &[Write("capture $P $X")]),
    (LINE, "capture|take all|every|each? $K $X?", &[Write("capture any $K $X")]),
    (
        LINE,
        "everything|pieces|piece|all|all_pieces|every_piece at K of it|mover|there|end|capture|capture_cell|cell explodes|explode|@die but $K",
        &[Write("remove any but $K at K of end")],
    ),
    (
        LINE,
        "everything|all|all_pieces|every_piece|pieces at K of it|mover|there|end|capture|capture_cell|cell explodes|explode|@die",
        &[Write("remove any at K of end")],
    ),
    (
        LINE,
        "all? every? each? neighbouring|neighboring|adjacent|surrounding $P $X",
        &[Write("$P at K of end $X")],
    ),
    (LINE, "$P it|mover|moving_piece attacks|attack $X", &[Write("$P attacked by mover $X")]),
    // -- becoming --
    (LINE, "all? every? each? $P $F? @become $K", &[Write("$P $F becomes $K")]),
    (LINE, "all? every? each? $P $X @become $K", &[Write("$P $X becomes $K")]),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|piece_that_moved|attacker @become $K",
        &[Write("mover becomes $K")],
    ),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|attacker @become captured_piece|victim|taken_piece|captured|kind_of_victim|what_it_captured|piece_it_captured|same_as_victim",
        &[Write("mover becomes victim")],
    ),
    (LINE, "$K @become $K2", &[Write("any $K becomes $K2")]),
    (LINE, "promote|change|turn|transform|convert|demote $P to|into $K", &[Write("$P becomes $K")]),
    (
        LINE,
        "promote|change|turn|transform|convert|demote it|moving_piece|capturing_piece|piece|capturer to|into $K",
        &[Write("mover becomes $K")],
    ),
    (LINE, "promote to $K", &[Write("mover becomes $K")]),
    // -- leaving the board --
    (LINE, "captured_piece|captured|taken_piece|victim @die", &[Write("remove victim")]),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|attacker|piece_that_moved|capturing_one @die",
        &[Write("remove mover")],
    ),
    (LINE, "all? every? each? $P $F? @die", &[Write("remove $P $F")]),
    (LINE, "all? every? each? $P $X @die", &[Write("remove $P $X")]),
    (LINE, "both pieces? @die", &[Write("remove victim; remove mover")]),
    (
        LINE,
        "explode|explodes|explosion|mover_explodes|it_explodes|everything_explodes|piece_explodes",
        &[Say("write which pieces go, such as `remove any but pawn at K of end; remove mover`")],
    ),
    (
        LINE,
        "$P $F? explodes|explode",
        &[Say("write which pieces go, such as `remove any but pawn at K of end; remove mover`")],
    ),
    // -- places --
    (
        LINE,
        "captured_piece|captured|taken_piece|victim|it_captured returns|return|goes|go|comes|is_returned|is_sent|moves|is_put back? to|on? start|origin|start_cell|starting_cell|original_cell|home|home_cell|its_start|its_origin|its_start_cell|its_starting_cell|its_original_cell|its_home|its_home_cell|where_it_began|where_it_started",
        &[Write("victim goes to origin")],
    ),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|attacker returns|return|goes|go|comes|is_returned|is_sent|moves back? to start|start_cell|where_it_came_from|where_it_was|its_start|its_start_cell|cell_it_came_from",
        &[Write("mover goes to start")],
    ),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|attacker stays|remains|stay|remain where_it_was|where_it_is|in_place|there|put?",
        &[Write("mover goes to start")],
    ),
    (
        LINE,
        "it|mover|moved_piece|moving_piece goes|moves to other|another board|layer",
        &[Write("mover goes to above end; mover goes to below end")],
    ),
    (
        LINE,
        "it|moving_piece|moved_piece|capturing_piece|capturer|piece|mover|this_piece|attacker goes|moves|returns|jumps back",
        &[Write("mover goes to start")],
    ),
    (
        LINE,
        "$P $F? returns|return|goes|go|comes|is_returned|is_sent|moves back? to|on? origin|starting_cell|original_cell|home|home_cell|its_origin|its_starting_cell|its_original_cell|its_home|its_home_cell|its_start_cell|its_start|where_it_began|where_it_started",
        &[Write("$P $F goes to origin")],
    ),
    (
        LINE,
        "$P $F? goes|go|moves|is_moved|is_sent|jumps|returns to|onto|on $X",
        &[Write("$P $F goes to $X")],
    ),
    (
        LINE,
        "captured_piece|captured|taken_piece|victim goes|go|comes|moves|is_added|is_put|joins to|into|in? own? hand|reserve|pocket|captor's_hand|hand_of_captor|hand_of_capturer",
        &[Write("victim goes to own hand")],
    ),
    (LINE, "captured_piece|captured|taken_piece $X", &[Write("victim $X")]),
    (
        LINE,
        "moving_piece|moved_piece|capturing_piece|capturer|this_piece|piece_that_moved|attacker|it $X",
        &[Write("mover $X")],
    ),
    (LINE, "$P $F? goes|moves towards|toward $P2", &[Write("$P $F goes toward $P2")]),
    (LINE, "$P $F? goes|moves away_from|away $P2", &[Write("$P $F goes away from $P2")]),
    (
        LINE,
        "swap|swaps|exchange $P1 and|with $P2",
        &[Say("cannot be said as a deed: a movement with `u` changes places, such as `uK`")],
    ),
    // -- sides --
    (
        LINE,
        "all? every? each? $P $X? changes|change|switches|switch|swaps|swap sides|side|color|colors|owner|ownership|allegiance|team",
        &[Write("$P $X changes side")],
    ),
    (
        LINE,
        "all? every? each? $P $X? joins|join own? enemy? @side|army",
        &[Write("$P $X changes side")],
    ),
    (
        LINE,
        "all? every? each? $P $X? becomes|become own|yours|mine|enemy's|friendly|white|black",
        &[Write("$P $X changes side")],
    ),
    (LINE, "convert|flip|recolor|switch all|every|each? $P $X?", &[Write("$P $X changes side")]),
    (LINE, "leave|leaves|leaving|puts|put $K behind", &[Write("place $K on start")]),
    // -- placing --
    (
        LINE,
        "put|drop|create|add|spawn|drops|puts|creates|adds|leave|leaves|places|place $K in|on|at|onto start_cell|where_it_came_from|start|where_it_was|cell_it_left|its_start_cell|start_of_move|cell_left_behind|behind",
        &[Write("place $K on start")],
    ),
    (
        LINE,
        "put|drop|create|add|spawn|drops|puts|creates|adds|leave|leaves|places|place $K in|on|at|onto any|some|one|an? empty cell|cells?",
        &[Write("place $K on one empty")],
    ),
    (
        LINE,
        "put|drop|create|add|spawn|drops|puts|creates|adds|places|place $K in|on|at|onto every|each|all empty cell|cells? $F?",
        &[Write("place $K on every empty $F")],
    ),
    (
        LINE,
        "put|drop|create|add|spawn|drops|puts|creates|adds|places|place $K from hand in|on|at|onto $X",
        &[Write("place $K from hand on $X")],
    ),
    (
        LINE,
        "put|drop|create|add|spawn|drops|puts|creates|adds|places|leave|leaves $K in|on|at|onto $X",
        &[Write("place $K on $X")],
    ),
    // -- counting --
    (
        LINE,
        "increase|increment|add_1_to|add_one_to|add|raise|count_up|adds? 1? one? $T by? 1|one?",
        &[Write("count $T")],
    ),
    (LINE, "increase|increment|raise|add $T by $N", &[Write("count $N $T")]),
    (LINE, "add|adds|score|scores $N to? $T", &[Write("count $N $T")]),
    (LINE, "$T++", &[Write("count $T")]),
    (LINE, "count|counts|count_one|count_as|counting check|checks", &[Write("count checks")]),
    (
        LINE,
        "count|counts|count_one|counting capture|captures|capturing",
        &[Write("count captures")],
    ),
    (
        LINE,
        "count|counts|count_one|counting turn|turns|move|moves|promotion|promoting|castling|mate|own|pass|passing",
        &[Say(
            "`count` takes a name that has no other meaning, such as `count rounds`, `count goals`",
        )],
    ),
    (LINE, "set $T =|to $N", &[Write("set $T to $N")]),
    (LINE, "set $T to zero|nothing", &[Write("reset $T")]),
    (LINE, "reset $T to 0|zero", &[Write("reset $T")]),
    (LINE, "reset|clear|zero $T", &[Write("reset $T")]),
    // -- ends, turns --
    (
        LINE,
        "win|wins|own_wins|game_over|loss|lose|loses|draw|end_game|game_ends|@side_wins|@side_loses|mover_wins|game_is_over",
        &[Say("an effect ends no game; a goal says it: `ends: {goals: [win when QUESTION]}`")],
    ),
    (
        LINE,
        "move|moves|go|goes|play|plays again|twice|once_more",
        &[Say(
            "an effect gives no further move; `turn` does: `turn: {steps: [{}, {moves: after capturing, may pass: true}]}`",
        )],
    ),
    (
        LINE,
        "own|mover? extra_turn|extra_move|another_turn|another_move|own_moves_again|mover_moves_again|@side_moves_again|take_another_turn|gets_another_turn|gets_another_move|get_extra_move|gets_extra_move",
        &[Say(
            "an effect gives no further move; `turn` does: `turn: {steps: [{}, {moves: after capturing, may pass: true}]}`",
        )],
    ),
    (LINE, "$P $X1 and $X2", &[Joined(shared_subject)]),
];

/// The counter of checks, whatever its name.
fn checks(bound: &Bound) -> Option<String> {
    Some(format!("own checks >= {}", bound.get("N")?))
}

fn captures(bound: &Bound) -> Option<String> {
    Some(format!("own captures >= {}", bound.get("N")?))
}

/// Several pieces on one line: a chain of neighbours for each direction.
fn in_a_row(bound: &Bound) -> Option<String> {
    let (number, pieces) = (bound.number("N")?, bound.get("P")?);
    if !(2..=6).contains(&number) {
        return None;
    }
    let line = |step: &str| {
        (1..number).fold(pieces.to_owned(), |chain, n| {
            let chain = if n == 1 { chain } else { format!("({chain})") };
            format!("{pieces} at {step} of {chain}")
        })
    };
    Some(["fW", "rW", "frF", "flF"].map(line).join(" or "))
}

fn gives(bound: &Bound) -> Option<String> {
    let pieces = bound.get("P")?;
    let kind = pieces.strip_prefix("own ")?;
    Some(format!("moving {kind} and giving check"))
}

fn same_rank(bound: &Bound) -> Option<String> {
    let (side, kind) = (bound.get("S")?, bound.get("K")?);
    Some(format!("{side} {kind} at leaping sR of {side} {kind}"))
}

fn same_file(bound: &Bound) -> Option<String> {
    let (side, kind) = (bound.get("S")?, bound.get("K")?);
    Some(format!("{side} {kind} at leaping vR of {side} {kind}"))
}

fn both_kinds(bound: &Bound) -> Option<String> {
    let [side, one, two, filter] = ["S", "K1", "K2", "F"].map(|name| bound.get(name));
    let (side, filter) = (side?, filter?);
    Some(format!("{side} {} {filter} and {side} {} {filter}", one?, two?))
}

fn shared_subject(bound: &Bound) -> Option<String> {
    let [pieces, one, two] = ["P", "X1", "X2"].map(|name| bound.get(name));
    let pieces = pieces?;
    Some(format!("{pieces} {}; {pieces} {}", one?, two?))
}
