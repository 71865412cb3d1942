//! The fuzz targets' bodies, briefly, over random bytes.

/// Rules, boards and positions at random: tables equal the reference.
#[test]
fn tables_equal_the_reference() {
    arbtest::arbtest(|u| {
        alfil::fuzz::board(u.peek_bytes(u.len()).unwrap_or_default());
        Ok(())
    })
    .size_min(400)
    .size_max(4000)
    .budget_ms(10_000);
}

/// Positions and moves as text: what reads writes back, what does not is a finding.
#[test]
fn positions_read_back() {
    arbtest::arbtest(|u| {
        alfil::fuzz::position(u.peek_bytes(u.len()).unwrap_or_default());
        Ok(())
    })
    .size_min(30)
    .size_max(300)
    .budget_ms(5_000);
}

/// Planes: the interval engine equals the judge, point by point; texts read back.
#[test]
fn intervals_equal_the_judge() {
    arbtest::arbtest(|u| {
        alfil::fuzz::plane(u.peek_bytes(u.len()).unwrap_or_default());
        Ok(())
    })
    .size_min(40)
    .size_max(600)
    .budget_ms(10_000);
}
