// What a store did: undo and redo of a part of its state, and its actions reduced again without some of them.
//
// Read `StateHistory.swift` and `StateHistory.Timeline.swift`, which is a value and knows no store; then
// `ReplayRecorder.swift`, with `ReplayLog.swift` and `Replay.swift`, which are values, too. A store knows nothing of all
// that: a history is an interceptor that restores parts, and a feature brings it along as a `Registrable`.
//
// Words: a *step* is what an undo takes back, one commit or a group's; a *record*, the actions since a state that is
// kept, each with what reduced it; to *replay* is to reduce these again.
