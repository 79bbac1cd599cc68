// Recordings, which are lines of the wire, as a program that restarts, a test that replays and an Explorer read them.
//
// Read `RecordingReader.swift`, which reads records one by one; `StateReplica.swift`, which advances a state by them; and
// `AcceptedActions.swift`, which makes actions of them again. `MarkWriter.swift` and `MarkSearch.swift` are about places
// in a recording, `LineHead.swift`, `CommitSkim.swift` and `MemberRecords.swift` about what needn't be read.
//
// Words: a *mark* is a record with the whole states of a place in a recording; a *replica*, the state that records lead
// to; an action is *accepted* if its type may be made of a record.
