/// A rule for programs, of the page *The wire*, in the order in which they are checked.
enum ProgramRule: Hashable, CaseIterable, Sendable {
  case connects, hello, version, instance, stateWithoutWelcome, unknownKeys, snapshot, commits
  case damagedLine, refusedAction, acceptedAction, refusedRestore, longCommand, tooLongCommand
  case pause, quietPause, snapshotInPause, resume, wholeRecords
  // About the records of a stream, among each other.
  case roles, times, backlog, order, gaps, changes, states
  case reconnects, sameInstance, longestRecord

  static let ofStream: [ProgramRule] = [
    .roles, .times, .backlog, .order, .gaps, .changes, .states,
  ]

  /// Where the page has it, and what it says.
  var content: (section: WireSection, text: String) {
    switch self {
    case .connects: (.sequence, "It connects to the socket.")
    case .hello: (.hello, "The first record is hello, from a program, with all that is required.")
    case .version: (.hello, "It speaks version 1.")
    case .instance: (.hello, "The instance has 1 to 200 bytes.")
    case .stateWithoutWelcome: (.sequence, "The state is sent without waiting for welcome.")
    case .unknownKeys: (.lines, "Unknown records and keys are skipped.")
    case .snapshot: (.commands, "A snapshot is answered with a state.")
    case .commits: (.commit, "Commits come while the check runs, with changes.")
    case .damagedLine:
      (.error, "A damaged line is answered with error, and the next one is read.")
    case .refusedAction:
      (.dispatch, "An action that it does not accept is refused with error and reply.")
    case .acceptedAction:
      (.dispatch, "An action that it accepts is answered with its commit or an error.")
    case .refusedRestore:
      (.commands, "A restore that it does not offer is refused with error and reply.")
    case .longCommand: (.limits, "A command of 1 MiB is read.")
    case .tooLongCommand: (.limits, "A command that is too long is refused with its request.")
    case .pause: (.pausing, "A pause is answered with a state.")
    case .quietPause: (.pausing, "No commit or effect comes during a pause.")
    case .snapshotInPause: (.pausing, "A snapshot is answered during a pause.")
    case .resume: (.pausing, "A resume is answered with a state.")
    case .wholeRecords: (.lines, "Every line is a record, with all that is required.")
    case .roles: (.sequence, "It sends what programs send, and hello once.")
    case .times: (.lines, "Times are microseconds since 1970.")
    case .backlog: (.commit, "Commits before the first state have changesUnknown.")
    case .order: (.sequence, "Commits come in the order of their numbers, each once.")
    case .gaps: (.dropped, "Missing commits are named, and counted right.")
    case .changes:
      (.changes, "Each change applies to the state before it, and old is what it replaces.")
    case .states: (.changes, "The changes lead to the states that it sends.")
    case .reconnects: (.sequence, "It connects again when the hub comes back.")
    case .sameInstance: (.hello, "It keeps its instance, and counts commits on.")
    case .longestRecord: (.limits, "No record is longer than welcome allows.")
    }
  }
}
