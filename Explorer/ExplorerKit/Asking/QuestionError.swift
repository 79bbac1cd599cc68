import SluiceTree
import SluiceWire

/// Why a question has no answer.
enum QuestionError: Error, Hashable {
  case badPath(StatePathError)
  /// A commit's number stands where a path is expected.
  case numberForPath(String)
  /// No file was named, with an argument that is none, and nobody listens at the path.
  case noExplorer(Command, argument: String?, path: String)
  case noProgram(ProgramChoice, file: String, others: [ProgramChoice.Candidate])
  case severalPrograms([ProgramChoice.Candidate])
  case nothingRecorded(file: String)
  /// The recording contains no state.
  case noState(file: String)
  /// There is nothing at the path, and what there is near it.
  case noPath(StatePath, after: Int, nearest: String)
  /// No such commit was made while it was recorded.
  case noCommit(Int, ClosedRange<Int>, isShortened: Bool)
  /// Only the state after it is held.
  case onlyState(Int)
  /// The answer is longer than a record may be.
  case tooLong(bytes: Int, limit: Int)
  /// A question that came over a connection doesn't say which commit it is about.
  case missingNumber(String)
  /// A later version of the command asks it.
  case unknownQuestion(String)
  /// It was made, and not received.
  case missing(Int, History.Gap)
  /// Its action is not known: another commit stands for it, or it for others.
  case joined(Int, into: Int)
  /// Its action lacks values.
  case withheld(Int, [TreePath])
}

extension QuestionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .badPath(let error):
      return error.description
    case .numberForPath(let text):
      return "“\(text)” is not a path. To ask about commit \(text), write --at \(text)."
    case .noExplorer(let command, let argument, let path):
      let file = argument.map { "There is no file “\($0)”" } ?? "No file is named"
      return "\(file), and no sluice-explorer listens at “\(path)” that could be asked. Watch the"
        + " program with sluice-explorer, and ask meanwhile, or \(command.adviceToRecord)"
    case .noProgram(let choice, let file, let others) where others.isEmpty:
      return "No program\(choice.phrase) is in \(file)."
    case .noProgram(let choice, let file, let others):
      return "No program\(choice.phrase) is in \(file). There are:\n" + others.list
    case .severalPrograms(let candidates):
      return "Several programs match. Choose one with --app or --store:\n" + candidates.list
    case .nothingRecorded(let file):
      return "Nothing that a program did is in \(file)."
    case .noState(let file):
      return "There is no state in \(file) to ask about. Record from the beginning,"
        + " or with a sluice-explorer that the program connects to."
    case .noPath(let path, let number, let nearest):
      return "There is no `\(path)` after commit \(number). \(nearest)"
    case .noCommit(let number, let range, let isShortened) where number < range.lowerBound:
      let advice =
        isShortened ? " Earlier ones are no longer held. A recording in a file has them all." : ""
      return "Commit \(number) is not held. The first state is that after commit"
        + " \(range.lowerBound).\(advice)"
    case .noCommit(let number, let range, _):
      return "There is no commit \(number). The last one is \(range.upperBound)."
    case .tooLong(let bytes, let limit):
      return
        "The answer is \(ByteCount(bytes)) long, and the sluice-explorer that listens sends at most"
        + " \(ByteCount(limit)). Ask about a part of it, or start that one with --max-record."
    case .missingNumber(let ask):
      return "The question “\(ask)” lacks the number of a commit: “at”, or “from” and “to”."
    case .unknownQuestion(let ask):
      return "The sluice-explorer that listens doesn't know the question “\(ask)”. Update it."
    case .onlyState(0):
      return "0 is the initial state, not a commit. See it with sluice-explorer state --at 0."
    case .onlyState(let number):
      return "Commit \(number) is not held, only the state after it. See that with"
        + " sluice-explorer state --at \(number)."
    case .missing(let number, let gap):
      return "Commit \(number) is not known. \(GapText.sentence(gap))"
    case .joined(let number, let other):
      return
        "The action of commit \(number) can't be sent: commit \(other) stands for several, whose"
        + " actions are not known. Restore the state after it instead."
    case .withheld(let number, let paths):
      return
        "The action of commit \(number) can't be sent: \(paths.map(\.description).joined(separator: ", "))"
        + " was cut or withheld."
    }
  }
}

extension Command {
  /// How to ask a file.
  fileprivate var adviceToRecord: String {
    "record a file with sluice-explorer record FILE, then ask sluice-explorer"
      + " \(usage.replacingFile)."
  }
}

extension String {
  /// The usage of a command with a file that has to be named.
  fileprivate var replacingFile: String {
    guard hasSuffix("[FILE]") else { return self }
    return String(dropLast("[FILE]".count)) + "FILE"
  }
}

/// What is said of commits that are missing.
enum GapText {
  static func sentence(_ gap: History.Gap) -> String {
    let numbers = gap.numbers
    let which =
      numbers.count == 1
      ? "Commit \(numbers.lowerBound) is missing"
      : "Commits \(numbers.lowerBound) to \(numbers.upperBound) are missing, or came without their"
        + " changes"
    return "\(which)\(LogText.phrase(gap.reason))."
  }
}
