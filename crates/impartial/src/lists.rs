//! Lists of numbers or of bytes, each kept once and known by a number of its own.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// Lists. Equal lists have equal names, which count from 0 in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists<T> {
    members: Vec<T>,
    ends: Vec<usize>,
    index: HashTable<u32>,
    hasher: FixedState,
}

fn list<'a, T>(members: &'a [T], ends: &[usize], name: u32) -> &'a [T] {
    let place = name as usize;
    let start = if place == 0 { 0 } else { ends[place - 1] };
    &members[start..ends[place]]
}

impl<T: Copy + Eq + Hash> Lists<T> {
    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The list with a name.
    #[inline]
    pub(crate) fn get(&self, name: u32) -> &[T] {
        list(&self.members, &self.ends, name)
    }

    /// The name of a list, if it is there.
    pub(crate) fn find(&self, members: &[T]) -> Option<u32> {
        let hash = self.hasher.hash_one(members);
        self.index.find(hash, |&name| self.get(name) == members).copied()
    }

    /// The name of a list, which is put in if it is not there.
    pub(crate) fn intern(&mut self, members: &[T]) -> u32 {
        let hash = self.hasher.hash_one(members);
        let (kept, ends, hasher) = (&self.members, &self.ends, &self.hasher);
        let same = |&name: &u32| list(kept, ends, name) == members;
        if let Some(&name) = self.index.find(hash, same) {
            return name;
        }
        let name = self.ends.len() as u32;
        self.index.insert_unique(hash, name, |&name| hasher.hash_one(list(kept, ends, name)));
        self.members.extend_from_slice(members);
        self.ends.push(self.members.len());
        name
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.members.capacity() * size_of::<T>()
            + self.ends.capacity() * size_of::<usize>()
            + self.index.capacity() * 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_one_name() {
        let mut lists = Lists::default();
        let names: Vec<u32> =
            [&[][..], &[0], &[1, 2], &[0], &[], &[2, 1]].iter().map(|list| lists.intern(list)).collect();
        assert_eq!(names, [0, 1, 2, 1, 0, 3]);
        assert_eq!(lists.len(), 4);
        assert_eq!((lists.get(0), lists.get(2)), (&[][..], &[1, 2][..]));
        assert_eq!((lists.find(&[2, 1]), lists.find(&[2])), (Some(3), None));
    }
}
