/// A rule for programs, of the page *The wire*, in the order in which they are checked.
enum ProgramRule: Hashable, CaseIterable, Sendable {
  case connects
  case hello
  case version
  case instance
  case stateWithoutWelcome
  case unknownKeys
  case snapshot
  case commits
  case damagedLine
  case refusedAction
  case acceptedAction
  case refusedRestore
  case longCommand
  case tooLongCommand
  case pause
  case quietPause
  case snapshotInPause
  case resume
  case wholeRecords
  case stream(FollowedStream.Rule)
  case reconnects
  case sameInstance
  case longestRecord

  static let allCases: [ProgramRule] =
    [
      .connects, .hello, .version, .instance, .stateWithoutWelcome, .unknownKeys, .snapshot,
      .commits, .damagedLine, .refusedAction, .acceptedAction, .refusedRestore, .longCommand,
      .tooLongCommand, .pause, .quietPause, .snapshotInPause, .resume, .wholeRecords,
    ] + FollowedStream.Rule.allCases.map { .stream($0) } + [
      .reconnects, .sameInstance, .longestRecord,
    ]

  var section: WireSection {
    switch self {
    case .connects, .stateWithoutWelcome, .reconnects: .sequence
    case .hello, .version, .instance, .sameInstance: .hello
    case .unknownKeys, .wholeRecords: .lines
    case .commits: .commit
    case .damagedLine: .error
    case .refusedAction, .acceptedAction: .dispatch
    case .refusedRestore, .snapshot: .commands
    case .longCommand, .tooLongCommand, .longestRecord: .limits
    case .pause, .quietPause, .snapshotInPause, .resume: .pausing
    case .stream(let rule): rule.section
    }
  }

  var text: String {
    switch self {
    case .connects: "It connects to the socket."
    case .hello: "The first record is hello, from a program, with all that is required."
    case .version: "It speaks version 1."
    case .instance: "The instance has 1 to 200 bytes."
    case .stateWithoutWelcome: "The state is sent without waiting for welcome."
    case .unknownKeys: "Unknown records and keys are skipped."
    case .snapshot: "A snapshot is answered with a state."
    case .commits: "Commits come while the check runs, with changes."
    case .damagedLine: "A damaged line is answered with error, and the next one is read."
    case .refusedAction: "An action that it does not accept is refused with error and reply."
    case .acceptedAction: "An action that it accepts is answered with its commit or an error."
    case .refusedRestore: "A restore that it does not offer is refused with error and reply."
    case .longCommand: "A command of 1 MiB is read."
    case .tooLongCommand: "A command that is too long is refused with its request."
    case .pause: "A pause is answered with a state."
    case .quietPause: "No commit or effect comes during a pause."
    case .snapshotInPause: "A snapshot is answered during a pause."
    case .resume: "A resume is answered with a state."
    case .wholeRecords: "Every line is a record, with all that is required."
    case .stream(let rule): rule.text
    case .reconnects: "It connects again when the hub comes back."
    case .sameInstance: "It keeps its instance, and counts commits on."
    case .longestRecord: "No record is longer than welcome allows."
    }
  }
}
