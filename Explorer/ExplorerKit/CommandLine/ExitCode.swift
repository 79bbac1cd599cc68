/// The exit codes of the process, with the numbers of `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case usage = 64
  case damagedFile = 65
  case noInput = 66
  case endpointUnavailable = 69
  case cannotCreate = 73
  case outputFailed = 74
  case timedOut = 75
  case refused = 77

  /// The meaning, for the help.
  var meaning: String {
    switch self {
    case .success: "success, interrupted, or the output was closed"
    case .usage: "the command line is invalid, or asks for something unknown"
    case .damagedFile: "a file is damaged or not a session"
    case .noInput: "a file can't be read"
    case .endpointUnavailable: "the endpoint is unavailable, or no program answers"
    case .cannotCreate: "a file can't be created"
    case .outputFailed: "the output can't be written"
    case .timedOut: "nothing matched in time"
    case .refused: "the program refuses the command"
    }
  }
}
