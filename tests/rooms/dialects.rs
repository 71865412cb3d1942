//! Tests of positions in the notation of other programs.

/// Each row must be read as the position in its last column, or have a finding with the code there.
#[test]
fn positions_of_other_programs_are_read() {
    let (mut wrong, mut rows) = (Vec::new(), 0);
    for row in include_str!("../data/dialects.tsv").lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, position, own] = cells.as_slice() else { panic!("{row}: three cells") };
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{row}: {error}"));
        let (now, is_right) = match variant.position(position) {
            Ok(position) => (position.text(), position.text() == *own),
            Err(error) => (error.to_string(), error.to_string().contains(&format!("[{own}]"))),
        };
        if !is_right {
            wrong.push(format!("{row}\n  now: {now}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty() && rows > 20, "{rows} rows\n{}", wrong.join("\n"));
}
