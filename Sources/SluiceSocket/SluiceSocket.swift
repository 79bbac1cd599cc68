// Local sockets, files and threads of the operating system, behind one seam for tests.
//
// Read `World`, what a program needs of the system and tests replace; then `Endpoint.swift`, `Listener.swift` and
// `Connection.swift`, and `RecordingFile.swift` with `BoundedRecording.swift` for files that are recorded to; `ReplacingFile.swift`
// takes another file's place in one step, and `LockFile.swift` keeps others from a path.
//
// Words: an *endpoint* is where a hub listens; a *peer*, the other side of a connection; an *outbox*, what is to be
// written when the peer takes it; a *pair*, the two files of a bounded recording, which take *turns*.
