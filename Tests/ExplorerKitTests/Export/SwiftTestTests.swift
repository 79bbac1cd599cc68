import SluiceWire
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

  private static func test(_ actions: [WireRecord.Action]) -> SwiftTest {
    var test = SwiftTest(session: "x.session")
    for action in actions { test.note(action) }
    return test
  }

  @Test func `types of actions are filled in, and what is no plain name is a comment`() {
    let test = Self.test([
      .init(type: "TodosFetched"), .init(type: "AddTodo"), .init(type: "AddTodo"),
      .init(type: "Cart.Clear"), .init(type: "Wrapper<Int>"), .init(type: "StateRestored"),
      .init(type: "AnonymousAction<Int>", id: "[Todo] Add"),
    ])
    #expect(
      test.source.contains(
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

  /// Names that would be something else as source code.
  static let hostile: [(name: String, comment: String)] = [
    ("A.self] ) ; exit(1) //", #"// "A.self] ) ; exit(1) //""#),
    ("A\nexit(1)", #"// "A\nexit(1)""#),
    ("A\r\nexit(1)", #"// "A\r\nexit(1)""#),
    ("A\u{2028}B", #"// "A\u{2028}B""#),
    ("A\u{0}B", #"// "A\u{0}B""#),
    ("A*/exit(1)/*", #"// "A*\/exit(1)/\*""#),
    ("`class`", #"// "`class`""#),
    ("class", #"// "class""#),
    ("self", #"// "self""#),
    ("A.Type", #"// "A.Type""#),
    ("A.Protocol", #"// "A.Protocol""#),
    ("A.init", #"// "A.init""#),
    ("_", #"// "_""#),
    ("", #"// """#),
    ("A.", #"// "A.""#),
    (".A", #"// ".A""#),
    ("A..B", #"// "A..B""#),
    ("1A", #"// "1A""#),
    ("A\u{202E}B", #"// "A\u{202E}B""#),
    ("Größe", #"// "Größe""#),
    ("\u{410}dd", "// \"\u{410}dd\""),
    ("#if", ##"// "#if""##),
    ("\"\"\"", #"// "\"\"\"""#),
    (#"\(exit(1))"#, #"// "\\(exit(1))""#),
    (String(repeating: "a", count: 201), "// \"" + String(repeating: "a", count: 200) + "\"…"),
  ]

  @Test(arguments: hostile.indices)
  func `a hostile name stays in one comment`(index: Int) throws {
    let (name, comment) = Self.hostile[index]
    #expect(!SwiftTest.isPlain(name))
    let lines = Self.test([.init(type: name)]).source.split(separator: "\n")
    let plain = SwiftTest(session: "x.session").source.split(separator: "\n")
    #expect(lines.count == plain.count + 4)
    #expect(lines.contains("      \(comment)"))
    #expect(!lines.contains { $0.hasSuffix(".self,") })
  }

  @Test func `a recording with more names than a test can hold says so`() {
    let names = (0...SwiftTest.maximalNames).map { WireRecord.Action(type: "A\($0)") }
    let lines = Self.test(names).source.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(".self,") } == SwiftTest.maximalNames)
    #expect(lines.contains("      // More than 500 are left out."))
  }
}
