import ExplorerTerminal
import SluiceRecordings
import SluiceTree
import SluiceWire

extension ExportFormat {
  /// A test that replays the session.
  static let swiftTest = ExportFormat(
    name: "swift-test",
    discussion: """
      swift-test is the source of a test that repeats the actions of a session, and fails at the
      first commit whose changes differ. See StoreRecording in the documentation of SluiceTesting.
      Types of actions with a plain name are filled in; no other text of the file becomes source
      code. The places to complete are marked.
      """,
    options: []
  ) { export throws(ExplorerError) in
    guard export.path != "-" else {
      throw export.refusal(expected: "a file, which the test reads")
    }
    let player = try export.makePlayer()
    var test = SwiftTest(session: export.path)
    try export.forEachEvent(of: player) { event throws(ExplorerError) in
      if case .record(_, _, .commit(let commit)) = event { test.note(commit.action) }
    }
    try export.write(test.source)
    try export.finish(player)
  }
}

/// The source of a test that replays a session file.
///
/// Of what the file says, only names of actions' types that are plain identifiers become source code;
/// other names stand in comments. Its path is a literal.
struct SwiftTest {
  /// The maximum number of names.
  static let maximalNames = 500
  /// The maximum length of a name, in characters.
  static let maximalLength = 200

  /// The path as it was given; a relative one is looked for beside the test, too.
  let session: String
  private var types: Set<String> = []
  /// Types and templates that are no identifiers.
  private var others: Set<String> = []
  private var isShortened = false

  init(session: String) {
    self.session = session
  }

  /// Adds the name by which a recording accepts an action.
  mutating func note(_ action: WireRecord.Action) {
    let name = action.name
    // A state that was put in the place of another is no action of the program.
    if name == "StateRestored" || types.contains(name) || others.contains(name) { return }
    guard types.count + others.count < Self.maximalNames else {
      isShortened = true
      return
    }
    if name == action.type, Self.isPlain(name) {
      types.insert(name)
    } else {
      others.insert(name)
    }
  }

  var source: String {
    """
    import SluiceTesting
    import Testing

    // Written by “sluice-explorer export”. To complete it, import your program, and check at 1 which
    // types of actions may be made of what the file says (a failure lists those that are missing),
    // say at 2 the state's type, and at 3 the reducers.

    @Test func `the session comes out as it was recorded`() throws {
      let recording = try StoreRecording(
        \(session.quoted),
        accepting: [\(accepted)]
      )
      try recording.replay(
        AppState.self /* 2 */,
        reducers: [ /* 3: appReducer, */ ]
      )
    }

    """
  }

  /// What stands between the brackets.
  private var accepted: String {
    var lines = types.sorted().map { "\($0).self," }
    if !others.isEmpty {
      lines.append("// No plain names of types; a template belongs to a list `templates:`.")
      lines += others.sorted().map { "// \(Self.comment($0))" }
    }
    if isShortened { lines.append("// More than \(Self.maximalNames) are left out.") }
    if lines.isEmpty { return " /* 1: AddTodo.self, */ " }
    return (["// 1"] + lines).map { "\n      \($0)" }.joined() + "\n    "
  }

  /// Returns whether the name is one or more identifiers with points between them, in ASCII, that mean
  /// nothing else in Swift.
  static func isPlain(_ name: String) -> Bool {
    guard name.utf8.count <= maximalLength else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.unicodeScalars.first, first.isPlainLetter else { return false }
      return part.unicodeScalars.allSatisfy { $0.isPlainLetter || ("0"..."9").contains($0) }
        && part.contains { $0 != "_" } && !reserved.contains(String(part))
    }
  }

  /// The name in one line of visible characters, in which no comment begins or ends.
  private static func comment(_ name: String) -> String {
    let rest = name.count > maximalLength ? "…" : ""
    return VisibleText(String(name.prefix(maximalLength)).quoted + rest).description
      .replacing("*/", with: "*\\/").replacing("/*", with: "/\\*")
  }

  /// Words that are no names of types, or mean another thing behind a point or before `.self`.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await",
    "borrowing", "break", "case", "catch", "class", "consuming", "continue", "copy", "consume",
    "default", "defer", "deinit", "discard", "do", "each", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "isolated", "let", "macro", "nil", "nonisolated", "open", "operator",
    "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "sending", "some", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "unsafe", "var", "where", "while", "yield",
  ]
}

extension Unicode.Scalar {
  fileprivate var isPlainLetter: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
  }
}
