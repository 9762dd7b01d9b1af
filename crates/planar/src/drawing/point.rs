//! Points of a picture.

/// A point in the coordinates of a picture: x grows to the right and y *down*, as in SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// How far right.
    pub x: f64,
    /// How far down.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The point at a share of the way to another one: this one for 0, the other one for 1.
    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }

    /// The distance to the segment between two points.
    pub(crate) fn distance_to_segment(self, [begin, end]: [Self; 2]) -> f64 {
        let along = end - begin;
        let squared = along.dot(along);
        if squared == 0.0 {
            return self.distance(begin);
        }
        let share = ((self - begin).dot(along) / squared).clamp(0.0, 1.0);
        self.distance(begin.towards(end, share))
    }

    /// The point turned around the origin, by an angle with this cosine and sine.
    pub(crate) fn rotated(self, turn: Self) -> Self {
        Self::new(self.x * turn.x - self.y * turn.y, self.x * turn.y + self.y * turn.x)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl std::ops::Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl std::ops::Mul<f64> for Point {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// Positive if the way from a over b to c turns left as the picture is seen, negative if it turns right:
/// twice the area of the triangle.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> f64 {
    // With y pointing down, a turn to the left is one from y to x.
    let (along, across) = (b - a, c - a);
    along.y * across.x - along.x * across.y
}

/// Where two segments meet, if they do, as the share of the way along the first. Segments on one line do not count.
pub(crate) fn meeting(one: [Point; 2], other: [Point; 2]) -> Option<f64> {
    let (from, to) = (turn(other[0], other[1], one[0]), turn(other[0], other[1], one[1]));
    let (begin, end) = (turn(one[0], one[1], other[0]), turn(one[0], one[1], other[1]));
    let crosses = from != to && from * to <= 0.0 && begin * end <= 0.0 && begin != end;
    crosses.then(|| from / (from - to))
}
