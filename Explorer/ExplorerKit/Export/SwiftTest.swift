import SluiceTree

/// The source of a test that replays a session file.
///
/// Nothing that the file says is in it: names in a file are data. Its path is, as a literal.
struct SwiftTest {
  /// The path as it was given; a relative one is looked for beside the test, too.
  let session: String

  var source: String {
    """
    import SluiceTesting
    import Testing

    // Written by “sluice-explorer export”. To complete it, import your program, and say at 1 which
    // types of actions may be made of what the file says (a failure lists those that are missing),
    // at 2 the state's type, and at 3 the reducers.

    @Test func `the session comes out as it was recorded`() throws {
      let recording = try StoreRecording(
        \(session.quoted),
        accepting: [ /* 1: AddTodo.self, */ ]
      )
      try recording.replay(
        AppState.self /* 2 */,
        reducers: [ /* 3: appReducer, */ ]
      )
    }

    """
  }
}
