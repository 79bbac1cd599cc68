import SluiceTree
import SluiceWire

/// Why a tool has no answer, for the model that asked.
///
/// The message is a fixed text; paths, names and what a program said stand in fields of their own.
struct ToolFailure: Error, Hashable {
  let code: String
  let message: String
  var fields: [Tree.Object.Member] = []

  init(_ code: String, _ message: String, _ fields: [(String, Tree?)] = []) {
    self.code = code
    self.message = message
    self.fields = fields.compactMap { key, value in
      value.map { Tree.Object.Member(key: key, value: $0) }
    }
  }

  /// An argument that does not fit the tool's schema.
  ///
  /// - Parameter expected: What it must be; fixed text.
  static func argument(_ name: String, _ expected: String) -> Self {
    Self(
      "invalidArgument",
      "An argument doesn't match the tool's input schema.",
      [("argument", .string(name.beginning(300))), ("expected", .string(expected))]
    )
  }

  /// The text of a field; empty if there is none.
  func text(_ field: String) -> String {
    for member in fields where member.key == field {
      if case .string(let text) = member.value { return text }
    }
    return ""
  }

  var tree: Tree {
    let head: [(String, Tree?)] = [("code", .string(code)), ("message", .string(message))]
    let members = head + fields.map { ($0.key, $0.value) }
    return ["error": .object(present: members)]
  }
}

extension ToolFailure {
  static func wrongFilter(_ error: FilterError) -> Self {
    Self(
      "invalidFilter",
      "The filter or condition cannot be read; the place counts characters from its beginning.",
      [
        ("reason", .string(error.reason.beginning(300))),
        ("place", .number(error.place.lowerBound)),
      ]
    )
  }

  static func wrongPath(_ error: StatePathError) -> Self {
    Self(
      "invalidPath",
      "The path cannot be read. Write it as cart[0].price, todos[id:4].done or settings[\"a key\"].",
      [("reason", .string(error.reason)), ("place", .number(error.place))]
    )
  }

  /// - Parameter programs: Those that there are.
  static func noProgram(_ programs: [Past]) -> Self {
    Self(
      "noProgram",
      "No program matches. Start one that has registered an ExplorerInterceptor, or choose one of"
        + " these.",
      [("programs", list(programs))]
    )
  }

  static func severalPrograms(_ programs: [Past]) -> Self {
    Self(
      "severalPrograms",
      "Several programs match. Choose one with the arguments app and store.",
      [("programs", list(programs))]
    )
  }

  private static func list(_ programs: [Past]) -> Tree {
    .array(programs.prefix(20).map(\.description))
  }

  init(_ error: QuestionError) {
    self.init(
      "noAnswer",
      "The question has no answer; reason says why.",
      [("reason", .string(error.description.beginning(2_000)))]
    )
  }
}
