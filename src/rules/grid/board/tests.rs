//! Neighbours, strips and lines of boards, and the counts given in the rules.

use super::*;

fn all_boards() -> impl Iterator<Item = Board> {
    let triangles = (1..=12).map(Shape::Triangle);
    triangles.chain((1..=7).map(Shape::Hexagon)).map(Board::new)
}

/// Returns the number of runs of k cells in strips of these lengths.
fn runs(lengths: impl Iterator<Item = usize>, k: usize) -> usize {
    lengths.map(|n| (n + 1).saturating_sub(k)).sum()
}

#[test]
fn neighbour_relations_are_symmetric() {
    for board in all_boards() {
        for cell in board.cells() {
            for other in board.neighbours(cell) {
                assert!(board.neighbours(other).any(|back| back == cell), "{:?}", board.shape());
                assert_ne!(board.is_up(cell), board.is_up(other), "neighbours point opposite ways");
                let shared = board.corners(cell).iter().filter(|p| board.corners(other).contains(p)).count();
                assert_eq!(shared, 2, "neighbours share an edge");
            }
        }
    }
}

#[test]
fn cells_that_share_an_edge_are_neighbours() {
    for board in all_boards().filter(|board| board.len() <= 100) {
        for cell in board.cells() {
            let by_corners: Vec<Cell> = board
                .cells()
                .filter(|&other| {
                    board.corners(other).iter().filter(|p| board.corners(cell).contains(p)).count() == 2
                })
                .collect();
            let mut by_steps: Vec<Cell> = board.neighbours(cell).collect();
            by_steps.sort_unstable();
            assert_eq!(by_steps, by_corners);
        }
    }
}

#[test]
fn steps_lead_there_and_back() {
    for board in all_boards() {
        for cell in board.cells() {
            for (step, back) in [(Step::U, Step::D), (Step::L, Step::R)] {
                if let Some(other) = board.step(cell, step) {
                    assert_eq!(board.step(other, back), Some(cell));
                }
            }
            let impossible = if board.is_up(cell) { Step::U } else { Step::D };
            assert_eq!(board.step(cell, impossible), None);
        }
    }
}

fn strips(board: &Board, direction: Direction) -> impl Iterator<Item = &Vec<Cell>> {
    board.strips.iter().filter(move |(its, _)| *its == direction).map(|(_, cells)| cells)
}

#[test]
fn each_cell_lies_in_three_strips() {
    for board in all_boards() {
        for direction in Direction::ALL {
            let mut cells: Vec<Cell> = strips(&board, direction).flatten().copied().collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(board.cells()), "one strip of each direction");
        }
    }
}

#[test]
fn strips_stay_between_two_grid_lines() {
    for board in all_boards() {
        for direction in Direction::ALL {
            for strip in strips(&board, direction) {
                let corners = strip.iter().flat_map(|&cell| board.corners(cell));
                let mut levels: Vec<i16> = corners
                    .map(|p| match direction {
                        Direction::Row => 2 * p.y,
                        Direction::Falling => p.x - p.y,
                        Direction::Rising => p.x + p.y,
                    })
                    .collect();
                levels.sort_unstable();
                levels.dedup();
                assert_eq!(levels.len(), 2, "{direction:?} {levels:?}");
                assert_eq!(levels[1] - levels[0], 2);
            }
        }
    }
}

#[test]
fn triangles_have_the_counts_of_the_closed_formulas() {
    for n in 1..=12usize {
        let board = Board::new(Shape::Triangle(n as u8));
        let border = if n == 1 { 1 } else { 3 * (n - 1) };
        assert_eq!(board.len(), n * n);
        assert_eq!(board.border().count(), border);
        assert_eq!(board.triforces().len(), n * n - border);
        for k in 2..=6 {
            assert_eq!(board.lines(k).len(), 3 * runs((1..=n).map(|r| 2 * r - 1), k));
        }
    }
}

#[test]
fn hexagons_have_the_counts_of_the_closed_formulas() {
    for k in 1..=7usize {
        let board = Board::new(Shape::Hexagon(k as u8));
        let cells = 6 * k * k;
        let border = 6 * k;
        assert_eq!(board.len(), cells);
        assert_eq!(board.border().count(), border);
        assert_eq!(board.triforces().len(), cells - border);
        for line in 2..=6 {
            assert_eq!(board.lines(line).len(), 6 * runs((1..=k).map(|r| 2 * (k + r) - 1), line));
        }
    }
}

#[test]
fn the_boards_of_the_rules_have_the_counts_of_the_rules() {
    for (shape, cells, border, lines, triforces) in [
        (Shape::Triangle(7), 49, 18, 75, 31),
        (Shape::Hexagon(3), 54, 18, 90, 36),
        (Shape::Hexagon(4), 96, 24, 192, 72),
    ] {
        let board = Board::new(shape);
        let counts = (board.len(), board.border().count(), board.lines(5).len(), board.triforces().len());
        assert_eq!(counts, (cells, border, lines, triforces), "{shape}");
    }
}

#[test]
fn names_are_found_again_and_nothing_else_is() {
    for board in all_boards() {
        for cell in board.cells() {
            assert_eq!(board.find(&board.name(cell).to_string()), Some(cell));
        }
        for wrong in ["", "-", "0-1", "1-0", "1-1-1", "01-1", "+1-1", "1-1 ", "99-1", "1-99", "a1", "１-1"] {
            assert_eq!(board.find(wrong), None, "{wrong:?}");
        }
    }
}
