import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SwiftTestTests {
  @Test func `a test names the file, and the places that are to be filled in`() {
    let source = SwiftTest(session: "Sessions/bug.session").source
    #expect(
      source == """
        import SluiceTesting
        import Testing

        // Written by “sluice-explorer export”. To complete it, import your program, and check at 1 which
        // types of actions may be made of what the file says (a failure lists those that are missing),
        // say at 2 the state's type, and at 3 the reducers.

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

  private static func source(_ actions: [WireRecord.Action]) -> String {
    var test = SwiftTest(session: "x.session")
    for action in actions { test.note(action) }
    return test.source
  }

  @Test func `types of actions are filled in, and what is no plain name is a comment`() {
    let source = Self.source([
      "TodosFetched", "AddTodo", "AddTodo", "Cart.Clear", "Wrapper<Int>", "StateRestored",
      .init(type: "AnonymousAction<Int>", id: "[Todo] Add"),
    ])
    #expect(
      source.contains(
        """
            accepting: [
              // 1
              AddTodo.self,
              Cart.Clear.self,
              TodosFetched.self,
              // No plain names of types; a template belongs to a list `templates:`.
              // "Wrapper<Int>"
              // "[Todo] Add"
            ]

        """
      )
    )
  }

  /// Names that would be something else as source code, and the text in their comments.
  static let hostile: [(name: String, text: String)] = [
    ("A.self] ) ; exit(1) //", "A.self] ) ; exit(1) //"), ("A\nexit(1)", #"A\nexit(1)"#),
    ("A\r\nexit(1)", #"A\r\nexit(1)"#), ("A\u{2028}B", #"A\u{2028}B"#), ("A\u{0}B", #"A\u{0}B"#),
    ("A\u{202E}B", #"A\u{202E}B"#), ("A*/exit(1)/*", #"A*\/exit(1)/\*"#),
    ("\"\"\"", #"\"\"\""#), (#"\(exit(1))"#, #"\\(exit(1))"#),
    ("`class`", "`class`"), ("class", "class"), ("self", "self"), ("A.Type", "A.Type"),
    ("A.Protocol", "A.Protocol"), ("A.init", "A.init"), ("_", "_"), ("", ""), ("A.", "A."),
    (".A", ".A"), ("A..B", "A..B"), ("1A", "1A"), ("Größe", "Größe"), ("\u{410}dd", "\u{410}dd"),
    ("#if", "#if"), (String(repeating: "a", count: 201), String(repeating: "a", count: 200) + "…"),
  ]

  @Test func `a hostile name stays in one comment`() {
    for (name, text) in Self.hostile {
      #expect(!SwiftTest.isPlain(name), "\(name)")
      let lines = Self.source([.init(type: name)]).split(separator: "\n")
      let plain = Self.source([]).split(separator: "\n")
      #expect(lines.count == plain.count + 4, "\(name)")
      let comment = text.hasSuffix("…") ? "\"\(text.dropLast())\"…" : "\"\(text)\""
      #expect(lines.contains("      // \(comment)"), "\(name)")
      #expect(!lines.contains { $0.hasSuffix(".self,") }, "\(name)")
    }
  }

  @Test func `a recording with more names than a test can hold says so`() {
    let names = (0...SwiftTest.maximalNames).map { WireRecord.Action(type: "A\($0)") }
    let lines = Self.source(names).split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(".self,") } == SwiftTest.maximalNames)
    #expect(lines.contains("      // More than 500 are left out."))
  }
}
