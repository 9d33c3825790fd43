//! The spaces of the hexagon, checked against their rules.

use super::*;

/// Returns the spaces ahead in a direction, nearest first.
fn ray(from: Hex, direction: HexDirection) -> impl Iterator<Item = Hex> {
    std::iter::successors(from.step(direction), move |hex| hex.step(direction))
}

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

#[test]
fn the_counts_are_those_of_the_rules() {
    assert_eq!((Hex::all().len(), Hex::ENTRIES.len()), (37, 42));
    assert_eq!(Hex::all().filter(|hex| hex.is_border()).count(), 18);
    let steps = Hex::all().flat_map(|hex| HexDirection::ALL.map(|d| hex.step(d))).flatten().count();
    assert_eq!(steps, 2 * 90, "37 spaces of a hexagon of side 4 meet in 90 pairs");
}

#[test]
fn names_are_found_again_and_nothing_else_is() {
    for hex in Hex::all() {
        assert_eq!(hex.to_string().parse(), Ok(hex));
    }
    for wrong in ["", "a", "a0", "a5", "b6", "d8", "g5", "h1", "A1", "a01", " a1", "a1 ", "a１", "ä1"] {
        assert_eq!(wrong.parse::<Hex>(), Err(HexError::Space), "{wrong:?}");
    }
    assert!(Hex::all().map(|hex| hex.to_string()).is_sorted());
}

#[test]
fn steps_are_those_of_the_sheet() {
    // This follows the rule: the columns get longer towards `d` and shorter after it.
    let at = |column: i8, number: i8| {
        format!("{}{number}", char::from((b'a' as i8 + column) as u8)).parse::<Hex>().ok()
    };
    for hex in Hex::all() {
        let (column, number) = (hex.column() as i8, hex.number() as i8);
        let (rise, fall) = if column < 3 { (1, 0) } else { (0, -1) };
        let (back_rise, back_fall) = if column <= 3 { (0, -1) } else { (1, 0) };
        let expected = [
            at(column, number + 1),
            at(column + 1, number + rise),
            at(column + 1, number + fall),
            at(column, number - 1),
            at(column - 1, number + back_fall),
            at(column - 1, number + back_rise),
        ];
        assert_eq!(HexDirection::ALL.map(|d| hex.step(d)), expected, "{hex}");
    }
    assert_eq!(hex("c6").step(HexDirection::NE), Some(hex("d7")));
    assert_eq!(hex("d7").step(HexDirection::SE), Some(hex("e6")));
    assert_eq!(hex("d1").step(HexDirection::NE), Some(hex("e1")));
}

#[test]
fn steps_lead_there_and_back() {
    for hex in Hex::all() {
        for direction in HexDirection::ALL {
            assert_eq!(direction.reverse().reverse(), direction);
            if let Some(next) = hex.step(direction) {
                assert_eq!(next.step(direction.reverse()), Some(hex));
            }
            // This holds around any corner that three spaces share.
            let turned = HexDirection::ALL[(direction as usize + 2) % 6];
            if let (Some(a), Some(b)) =
                (hex.step(direction), hex.step(direction).and_then(|a| a.step(turned)))
            {
                let third = HexDirection::ALL[(direction as usize + 4) % 6];
                assert_eq!(b.step(third), Some(hex), "{hex} {a} {b}");
            }
        }
    }
}

#[test]
fn rays_and_sets_agree() {
    for hex in Hex::all() {
        for direction in HexDirection::ALL {
            let ray: Vec<Hex> = ray(hex, direction).collect();
            assert!(ray.len() <= 6);
            for (i, &ahead) in ray.iter().enumerate() {
                let set = ray[i..].iter().fold(0, |set, hex| set | hex.bit());
                assert_eq!(hex.first_ahead(direction, set | hex.bit()), Some(ahead));
            }
            let others = Hex::all().filter(|other| !ray.contains(other)).fold(0, |set, hex| set | hex.bit());
            assert_eq!(hex.first_ahead(direction, others), None);
        }
    }
    assert!(Hex::of_bits(u64::MAX).eq(Hex::all()));
}

#[test]
fn entries_are_where_the_space_behind_is_off_the_board() {
    for &(hex, direction) in Hex::ENTRIES {
        assert_eq!(hex.step(direction.reverse()), None);
        assert!(ray(hex, direction).count() >= 3, "the shortest line has four spaces");
    }
    let corners = ["a1", "a4", "d1", "d7", "g1", "g4"].map(hex);
    for hex in Hex::all() {
        let ways = Hex::ENTRIES.iter().filter(|(at, _)| *at == hex).count();
        let expected = match hex {
            hex if corners.contains(&hex) => 3,
            hex if hex.is_border() => 2,
            _ => 0,
        };
        assert_eq!(ways, expected, "{hex}");
    }
}

#[test]
fn directions_have_names() {
    for direction in HexDirection::ALL {
        assert_eq!(direction.name().parse(), Ok(direction));
        assert_eq!(direction.name().to_lowercase().parse(), Ok(direction));
    }
    assert_eq!("E".parse::<HexDirection>(), Err(HexError::Direction));
}
