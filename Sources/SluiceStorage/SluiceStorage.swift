// Parts of a store's state that outlive the process, each in a file.
//
// Read `SavedState.swift`, what a program says of a part, then `SavedSlot.swift`, what happens to it in a store: an
// interceptor that no commit is delivered to, and a selection. `SavedFile.swift` writes what several slots have, one
// after another; `WritePace.swift`, a value, decides when, and `WriteTimer.swift` lends it a clock. `SavedDocument.swift`
// is the format, `SavedPlace.swift` the seam to the disk, `SavedMemory.swift` a disk for tests.
//
// It knows `SluiceSocket` for the seam to the operating system's files that recordings use, and their faults in tests;
// no socket is opened.
//
// Words: a *slice*, a part of the state as a file has it, with a name and a *version*; to *migrate*, to make the next
// version's value of one; *ready*, a slot whose slice was read, or isn't there; a *refusal*, why a slice can't be read, and
// so isn't overwritten; *aside*, where such a file is kept.
