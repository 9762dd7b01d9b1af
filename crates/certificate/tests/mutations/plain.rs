//! Games without sums, judged with the games as the search plays them.

use std::collections::HashSet;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use rhizome_games::{ChessMate, ConnectFour, TextError, TicTacToe};
use rhizome_search::{Control, Dfpn, NoObserver, Outcome, PositionTree, Rules, Style, solve};

use crate::text::Text;
use crate::{Judge, Judgement};

type MatePosition = <ChessMate as Rules>::Position;
type Parse<R> = fn(&str) -> Result<(R, <R as Rules>::Position), TextError>;

struct PlainJudge<R: Rules> {
    parse: Parse<R>,
    rules: PhantomData<R>,
}

impl<R: Rules> PlainJudge<R> {
    fn new(parse: Parse<R>) -> Self {
        PlainJudge { parse, rules: PhantomData }
    }
}

pub fn judge_of(game: &str) -> Box<dyn Judge> {
    match game {
        "tic-tac-toe" => Box::new(PlainJudge::new(TicTacToe::parse)),
        "connect-four" => Box::new(PlainJudge::new(ConnectFour::parse)),
        _ => Box::new(PlainJudge::new(mate)),
    }
}

/// Reads a chess position, whose counters of moves do not count.
fn mate(text: &str) -> Result<(ChessMate, MatePosition), TextError> {
    let mut fields: Vec<&str> = text.split(' ').collect();
    if let [_, _, _, _, half_moves, moves, _] = &mut fields[..] {
        (*half_moves, *moves) = ("0", "1");
    }
    ChessMate::parse(&fields.join(" "))
}

fn children<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    children
}

impl<R: Rules + Clone + PartialEq + Debug> Judge for PlainJudge<R> {
    fn judge(&mut self, text: &Text) -> Judgement {
        let Ok((rules, position)) = (self.parse)(&text.position) else {
            return Judgement::Unreadable("the position".to_owned());
        };
        let mut listed = HashSet::new();
        for line in text.lines().unwrap_or_default() {
            let read = line.strip_prefix("loss ").and_then(|text| (self.parse)(text).ok());
            match read {
                Some((own, loss)) if own == rules && listed.insert(loss.clone()) => {}
                _ => return Judgement::Unreadable(line.to_owned()),
            }
        }
        let is_loss = |position: &R::Position| match rules.over(position) {
            Some(outcome) => outcome == Outcome::Loss,
            None => listed.contains(position),
        };
        let is_win = |position: &R::Position| match rules.over(position) {
            Some(outcome) => outcome == Outcome::Win,
            None => children(&rules, position).iter().any(is_loss),
        };
        let is_proved = match &*text.claim {
            "win" => is_win(&position),
            "loss" => is_loss(&position),
            _ => false,
        };
        if !is_proved {
            return Judgement::NoProof("the claim".to_owned());
        }
        for loss in &listed {
            let follows = match rules.over(loss) {
                Some(outcome) => outcome == Outcome::Loss,
                None => children(&rules, loss).iter().all(is_win),
            };
            if !follows {
                return Judgement::NoProof(rules.print(loss));
            }
        }
        // What was proved has to be true as well.
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, 256 << 20);
        let mut tree = PositionTree::new(rules, position);
        let answer = solve(&mut tree, &mut Dfpn, Style::default(), &control, &mut NoObserver);
        assert_eq!(answer.outcome.map(|outcome| outcome.to_string()), Ok(text.claim.clone()));
        Judgement::Proof
    }
}
