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
      "An argument is not as the tool's input schema says.",
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

  static let wrongCursor = Self(
    "invalidCursor",
    "The cursor is not one of this question. Pass it with the arguments of the call that returned it,"
      + " or ask again without it.",
    [("argument", "cursor")]
  )

  static let noState = Self("noState", "No state of this program is known.")

  static func noPrograms(_ labels: [String]) -> Self {
    Self(
      "noProgram",
      "No program matches. Start one that has registered an ExplorerInterceptor, or choose one of"
        + " these.",
      [("programs", .array(labels.map { .string($0) }))]
    )
  }

  static func severalPrograms(_ labels: [String]) -> Self {
    Self(
      "severalPrograms",
      "Several programs match. Choose one with the arguments program and store.",
      [("programs", .array(labels.map { .string($0) }))]
    )
  }

  /// - Parameter state: The state in which there is nothing at a path.
  init(_ error: QuestionError, state: Tree?) {
    switch error {
    case .badPath(let error):
      self = .wrongPath(error)
    case .noPath(let path, let number, _):
      self.init(
        "noValue",
        "There is nothing at this path. See what is near it.",
        [
          ("path", .string(path.description.beginning(300))), ("number", .number(number)),
          ("near", state.map { ToolNearby(path, in: $0).tree }),
        ]
      )
    case .noCommit(let number, let range, let isShortened):
      self.init(
        "noCommit",
        "There is no such commit among those that are held.",
        [
          ("number", .number(number)), ("from", .number(range.lowerBound)),
          ("to", .number(range.upperBound)), ("isShortened", .bool(isShortened)),
        ]
      )
    case .onlyState(let number):
      self.init(
        "onlyState",
        "The commit is not held, only the state after it: ask the tool state.",
        [("number", .number(number))]
      )
    case .missing(let number, let gap):
      self.init(
        "missing",
        "The commit was made and not received.",
        [("number", .number(number)), ("gap", ToolJSON.gap(gap))]
      )
    default:
      self = .noState
    }
  }
}

/// The values near a path that does not exist.
struct ToolNearby {
  private static let maximum = 20

  /// The path that was probably meant.
  let suggestion: StatePath?
  /// The part of the path that exists.
  let existing: StatePath
  let children: [StatePath]
  let count: Int

  init(_ path: StatePath, in state: Tree) {
    let resolution = state.resolve(path.steps)
    let front = Array(path.steps.prefix(resolution.steps.count))
    existing = StatePath(front)
    suggestion = resolution.rest.first.flatMap(resolution.tree.nearestSteps).map {
      StatePath(front + $0)
    }
    switch resolution.tree {
    case .array(let elements):
      count = elements.count
      children = elements.prefix(Self.maximum).enumerated().map { index, element in
        StatePath(front + [element.lastingStep(at: .index(index))])
      }
    default:
      let members = resolution.tree.keyedParts?.members ?? []
      count = members.count
      children = members.prefix(Self.maximum).map { StatePath(front + [.key($0.key)]) }
    }
  }

  var tree: Tree {
    .object(present: [
      ("suggestion", suggestion.map { .string($0.description.beginning(300)) }),
      ("existing", .string(existing.description.beginning(300))),
      ("children", .array(children.map { .string($0.description.beginning(300)) })),
      ("count", .number(count)),
    ])
  }
}
