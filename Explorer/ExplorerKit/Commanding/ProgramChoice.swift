import SluiceTree
import SluiceWire

/// Selects the program that a command is for.
struct ProgramChoice: Hashable, Sendable {
  /// What the log calls the program, its name and process as in `Shop#4711`, or its name; `nil` for any.
  var app: String?
  /// The store's name; `nil` for any.
  var store: String?

  /// A connected program.
  struct Candidate: Hashable, Sendable {
    let label: String
    let hello: WireRecord.Hello

    /// Its name and process, which choose it whatever it is called.
    var processName: String { "\(ProgramNames.plain(hello))#\(hello.processID)" }
  }

  func matches(_ candidate: Candidate) -> Bool {
    let isApp =
      app.map { $0 == candidate.hello.name || $0 == candidate.label || isProcess(candidate) }
      ?? true
    let isStore = store.map { $0 == candidate.hello.store } ?? true
    return isApp && isStore
  }

  /// Returns the only program that matches; `nil` while none does.
  ///
  /// - Throws: An error if several programs match.
  func choose(among candidates: [Candidate]) throws(CommandFailure) -> Candidate? {
    let matching = candidates.filter(matches)
    if let exact = exact(among: matching) { return exact }
    guard matching.count < 2 else { throw .severalPrograms(matching) }
    return matching.first
  }

  /// Returns the program that is called so: several may share a name, or a process.
  func exact(among candidates: [Candidate]) -> Candidate? {
    let matching = candidates.filter(matches)
    return matching.first { $0.label == app && isOnlyStore($0, matching) }
  }

  /// Whether no other store of its process matches.
  private func isOnlyStore(_ candidate: Candidate, _ matching: [Candidate]) -> Bool {
    !matching.contains {
      $0.processName == candidate.processName && $0.hello.store != candidate.hello.store
    }
  }

  private func isProcess(_ candidate: Candidate) -> Bool { candidate.processName == app }
}

/// An error of a command for a program.
enum CommandFailure: Error, Hashable {
  /// - isQuoted: Whether the payload is an argument, and not in a file.
  case badPayload(WireError, isQuoted: Bool)
  case unreadablePayload(name: String, reason: String)
  case severalPrograms([ProgramChoice.Candidate])
  /// - after: How long it was awaited; `nil` where somebody else waits.
  /// - others: The connected programs, which don't match.
  case noProgram(ProgramChoice, after: Duration?, others: [ProgramChoice.Candidate])
  case noAnswer(label: String, after: Duration)
  case wentAway(label: String)
  case refused(label: String, message: String)

  var exitCode: ExitCode {
    switch self {
    case .badPayload, .severalPrograms: .usage
    case .unreadablePayload: .noInput
    case .noProgram, .noAnswer, .wentAway: .endpointUnavailable
    case .refused: .refused
    }
  }
}

extension CommandFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .badPayload(let error, isQuoted: true):
      "The payload is not JSON. \(error) Write it in single quotes, as '{\"title\":\"Milk\"}'."
    case .badPayload(let error, isQuoted: false):
      "The payload is not JSON. \(error)"
    case .unreadablePayload(let name, let reason):
      "The payload in \(name) can't be read: \(reason.sentence) Pass a file that contains JSON as @FILE."
    case .severalPrograms(let candidates):
      "Several programs match. Select one with --app or --store:\n" + candidates.list
    case .noProgram(let choice, let time, let others) where others.isEmpty:
      "No program\(choice.phrase) connected\(Self.text(time)). Start it, or wait longer with"
        + " --timeout. It must have registered an ExplorerInterceptor with the same endpoint, which"
        + " --verbose prints."
    case .noProgram(let choice, let time, let others):
      "No program\(choice.phrase) connected\(Self.text(time)). These are connected:\n"
        + others.list
    case .noAnswer(let label, let time):
      "\(label) did not answer\(Self.text(time)). It may be stopped or busy; wait longer with"
        + " --timeout."
    case .wentAway(let label):
      "\(label) disconnected before it answered. Check whether it has ended."
    case .refused(let label, let message):
      "\(label) refused the command. \(message)"
    }
  }

  private static func text(_ time: Duration?) -> String {
    guard let time else { return "" }
    return " within "
      + DurationText.text(
        nanoseconds: time.components.seconds * 1_000_000_000
          + time.components.attoseconds / 1_000_000_000
      )
  }
}

extension [ProgramChoice.Candidate] {
  /// A line for each, with the options that choose it.
  var list: String {
    map { candidate in
      let store = candidate.hello.store.map { " --store \($0)" } ?? ""
      let process = "(process \(candidate.hello.processID))"
      return "  --app \(candidate.label)\(store)  \(process)"
    }
    .joined(separator: "\n")
  }
}

extension ProgramChoice {
  /// The text that follows “no program”.
  var phrase: String {
    switch (app, store) {
    case (nil, nil): ""
    case (let app?, nil): " “\(app)”"
    case (nil, let store?): " with a store “\(store)”"
    case (let app?, let store?): " “\(app)” with a store “\(store)”"
    }
  }
}
