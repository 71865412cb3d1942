//! Positions as shogi programs write them: `4k4/... b 2P 1`, with the hand in the third field.

/// A position of a shogi program in the form of [`crate::play::board::text`].
pub(crate) fn position(words: &[&str]) -> Option<String> {
    let [board, side, hand, number @ ..] = words else { return None };
    let side = match *side {
        "b" => "w",
        "w" => "b",
        _ => return None,
    };
    let mut held = String::new();
    let mut count = 0;
    for c in hand.chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit as usize,
            None => {
                held.extend(std::iter::repeat_n(c, count.clamp(1, 99)));
                count = 0;
            }
        }
        count = count.min(99);
    }
    let plies: u32 = number.first().map_or(Some(1), |text| text.parse().ok())?;
    let pair = plies.saturating_sub(1) / 2 + 1;
    Some(format!("{board}[{held}] {side} - - 0 {pair}"))
}
