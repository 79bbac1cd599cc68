/// The exit codes of the process, with the numbers of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case damagedFile = 65
  case noInput = 66
  case endpointUnavailable = 69
  case cannotCreate = 73
  case outputFailed = 74
  case refused = 77
}
