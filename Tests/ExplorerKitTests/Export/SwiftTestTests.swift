import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct SwiftTestTests {
  @Test func `a test names the file, and the places that are to be filled in`() {
    let source = SwiftTest(session: "Sessions/bug.session").source
    #expect(
      source == """
        import SluiceTesting
        import Testing

        // Written by “sluice-explorer export”. To complete it, import your program, and say at 1 which
        // types of actions may be made of what the file says (a failure lists those that are missing),
        // at 2 the state's type, and at 3 the reducers.

        @Test func `the session comes out as it was recorded`() throws {
          let recording = try StoreRecording(
            "Sessions/bug.session",
            accepting: [ /* 1: AddTodo.self, */ ]
          )
          try recording.replay(
            AppState.self /* 2 */,
            reducers: [ /* 3: appReducer, */ ]
          )
        }

        """
    )
  }

  @Test(
    arguments: [
      ("a\"b", #""a\"b""#),
      (#"\(exit(1))"#, #""\\(exit(1))""#),
      ("a\nb\u{2028}c\r", #""a\nb\u{2028}c\r""#),
      ("*/ x /*", #""*/ x /*""#),
    ]
  )
  func `a path is a literal, whatever its name`(path: String, literal: String) {
    let lines = SwiftTest(session: path).source.split(separator: "\n")
    #expect(lines.count == 15)
    #expect(lines.contains("    \(literal),"))
  }
}
