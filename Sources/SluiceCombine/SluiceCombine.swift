// Selections as publishers, and publishers of actions that are dispatched.
//
// Read `Selection+Publisher.swift`; each file is one direction.
