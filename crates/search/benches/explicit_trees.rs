//! Proof-number search on explicit AND/OR trees: node updates a second. An
//! update is a node getting numbers from its children.
//!
//! ```sh
//! cargo bench -p rhizome-search --bench explicit_trees
//! ```

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rhizome_search::and_or::{AndOrTree, RandomTrees, SplitMix, Unfolding};
use rhizome_search::{
    Algorithm, Control, Dfpn, Interruption, NandTree, NoObserver, NodeId, Numbers, Outcome, Parts, Pns,
    Style, View, solve,
};

fn main() {
    divan::main();
}

/// Trees of depth 13, with two or three children and hardly a leaf above that: some 100,000 nodes each.
fn trees(count: usize) -> Vec<AndOrTree> {
    let shape = RandomTrees { depth: 13, leaf_percent: 3, ..RandomTrees::default() };
    let mut random = SplitMix::new(1);
    (0..count).map(|_| shape.draw(&mut random)).collect()
}

/// Counts the updates.
struct Counted<'a>(Unfolding<'a>, Cell<u64>);

impl<'a> NandTree for Counted<'a> {
    type Child = <Unfolding<'a> as NandTree>::Child;

    fn root(&self) -> Self::Child {
        self.0.root()
    }
    fn view<'b>(&self, child: Self::Child, parts: &'b mut Parts) -> View<'b> {
        self.0.view(child, parts)
    }
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.0.outcome(node)
    }
    fn is_expanded(&self, node: NodeId) -> bool {
        self.0.is_expanded(node)
    }
    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        self.0.expand(node, control)
    }
    fn children(&self, node: NodeId) -> usize {
        self.0.children(node)
    }
    fn child(&self, node: NodeId, index: usize) -> Self::Child {
        self.0.child(node, index)
    }
    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        self.0.settle(node, outcome);
    }
    fn noted(&mut self, _: NodeId, _: Numbers) {
        self.1.set(self.1.get() + 1);
    }
    fn memory(&self) -> usize {
        self.0.memory()
    }
    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        self.0.collect(kept, target)
    }
    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        self.0.renamed(old)
    }
    fn describe(&self, node: NodeId) -> String {
        self.0.describe(node)
    }
}

fn run<T: NandTree>(tree: &mut T, mut algorithm: impl Algorithm<T>) -> Outcome {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 1 << 30);
    let answer = solve(tree, &mut algorithm, Style::default(), &control, &mut NoObserver);
    answer.outcome.expect("nothing stops it")
}

fn updates<'a>(trees: &'a [AndOrTree], algorithm: impl Algorithm<Counted<'a>> + Copy) -> u64 {
    let count = |tree| {
        let mut counted = Counted(Unfolding::new(tree), Cell::new(0));
        run(&mut counted, algorithm);
        counted.1.get()
    };
    trees.iter().map(count).sum()
}

#[divan::bench(sample_count = 20)]
fn pns(bencher: Bencher) {
    let trees = trees(5);
    bencher.counter(ItemsCount::new(updates(&trees, Pns))).bench(|| {
        for tree in &trees {
            black_box(run(&mut Unfolding::new(tree), Pns));
        }
    });
}

#[divan::bench(sample_count = 20)]
fn dfpn(bencher: Bencher) {
    let trees = trees(5);
    bencher.counter(ItemsCount::new(updates(&trees, Dfpn))).bench(|| {
        for tree in &trees {
            black_box(run(&mut Unfolding::new(tree), Dfpn));
        }
    });
}
