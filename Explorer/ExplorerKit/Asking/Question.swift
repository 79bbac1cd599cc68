import SluiceTree
import SluiceWire

/// A question about the past of one store, as a command line asks it.
enum Question: Hashable, Sendable {
  case why(StatePath, at: Int?)
  case history(StatePath, at: Int?)
  case show(Int)
  case state(StatePath, at: Int?)
  case diff(Int, Int)
  case blame(StatePath, at: Int?)
  case diagnostics

  /// What a question is asked of.
  enum Source: Hashable, Sendable {
    /// `-` for standard input.
    case file(String)
    /// A running Explorer; with the argument that was taken for a path and may have been meant as a file.
    case explorer(String?)
  }

  /// Reads a question from the arguments of a command.
  ///
  /// - Parameter isFile: Returns whether there is a file of that name: where a path may be left out,
  ///   the name of a file is none.
  static func read(
    _ settings: Settings,
    isFile: (String) -> Bool
  ) throws(QuestionError) -> (question: Question, source: Source) {
    var rest = settings.arguments[...]
    switch settings.command {
    case .why:
      let path = try path(rest.popFirst() ?? "")
      return (.why(path, at: settings.at), source(&rest))
    case .history:
      let path = try path(rest.popFirst() ?? "")
      return (.history(path, at: settings.at), source(&rest))
    case .show:
      return (.show(number(&rest)), source(&rest))
    case .diff:
      return (.diff(number(&rest), number(&rest)), source(&rest))
    case .diagnostics:
      return (.diagnostics, source(&rest))
    case .state:
      let (path, source) = try optionalPath(&rest, isFile)
      return (.state(path, at: settings.at), source)
    default:
      let (path, source) = try optionalPath(&rest, isFile)
      return (.blame(path, at: settings.at), source)
    }
  }

  /// Reads a number, which the command line's parser has checked.
  private static func number(_ rest: inout ArraySlice<String>) -> Int {
    rest.popFirst().flatMap(CommitNumber.read) ?? 0
  }

  private static func source(_ rest: inout ArraySlice<String>) -> Source {
    rest.popFirst().map { .file($0) } ?? .explorer(nil)
  }

  /// Reads the rest of the arguments: a path, a file, both or none.
  private static func optionalPath(
    _ rest: inout ArraySlice<String>,
    _ isFile: (String) -> Bool
  ) throws(QuestionError) -> (StatePath, Source) {
    guard let first = rest.popFirst() else { return (StatePath(), .explorer(nil)) }
    if first.allSatisfy(\.isASCIIDigit), !isFile(first) { throw .numberForPath(first) }
    if let file = rest.popFirst() { return (try path(first), .file(file)) }
    if first == "-" || isFile(first) { return (StatePath(), .file(first)) }
    do throws(StatePathError) {
      return (try StatePath(parsing: first), .explorer(first))
    } catch {
      // The name of a file has more characters than a path.
      if first.contains("/") { return (StatePath(), .file(first)) }
      throw .badPath(error)
    }
  }

  private static func path(_ text: String) throws(QuestionError) -> StatePath {
    try rethrow(StatePath(parsing: text), as: QuestionError.badPath)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
