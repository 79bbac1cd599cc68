// `Entities`, an ordered collection whose elements are found by id; useful without a store.
//
// Read `Entities.swift` and `Storage/IDIndex.swift`, then `Storage/ChunkOrder.swift`. What changes an element notes it
// in the index: two versions are compared by what they don't share (`IDIndex.forEachChange(since:)`), which is how a
// store finds the observers of the elements that a commit has changed.
//
// Words: a *chunk* has at most 32 elements that follow one another; a *place*, chunk and offset; a *change* has a
// number that no other change in the process has.
