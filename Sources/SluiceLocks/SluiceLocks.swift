// Locks, atomics, and what is asked of the operating system; knows nothing of stores.
//
// Read `FairLock.swift`, which guards a store's state, then `FairLock.Line.swift`, which decides who is next, and
// `FairLock+Waiting.swift`, which says why no thread sleeps for ever. `Locked.swift` is for sections of a few
// instructions, `OnceReference.swift` for what is set once. `Interleaving.swift` takes the place of the system in a
// build that tries every order of threads.
//
// Words: a *word* is a lock's atomic number; a *mark*, a bit of it; the *line*, the threads that sleep, in order; a
// lock's *owner*, the thread that holds it.

// Reached through this module only: in a build with `-DINTERLEAVING` its `Atomic` takes the place of the library's.
@_exported public import Synchronization
