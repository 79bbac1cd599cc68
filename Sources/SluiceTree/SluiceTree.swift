// Values as trees, and the differences between trees: what texts, records and the Explorer show of a program's values.
//
// Read `Tree.swift` and `TreePath.swift`; then `Encoding`, which makes trees of what is encodable, and `Reflecting`, of
// everything else. `Tree+Changes.swift` and `TreeChange.swift` have differences, `Tree+Apply.swift` applies them.
//
// Words: a *leaf* is a tree without parts; an *object* has named parts, *elements* are a list's, found by their *id* where
// they have one; a *path* leads to a part; a *change* is what differs at a path.
