import SluiceSocket
import SluiceTree

// Where programs connect, which of them is meant, and what they may send.
extension Option {
  private static let connecting: [Command] =
    [.watch, .log, .record, .stats, .until, .mcp] + Command.questions + [
      .send, .restore, .set, .demo,
    ]

  static let endpoint = Option(
    "--endpoint",
    .text("unix:PATH"),
    of: connecting,
    "Where programs connect. Default: SLUICE_EXPLORER, or a socket of your own."
  ) { $0.endpoint = $1 }

  static let app = Option(
    "--app",
    .text("NAME"),
    of: Command.questions + [.until, .mcp, .export, .send, .restore, .set],
    "The program's name in the log. Required if several programs match."
  ) {
    $0.app = $1
  }.with {
    $0.helps = [
      .export: "Export only the programs with this name in the log.",
      .mcp: "Answer about the programs with this name in the log only.",
      .until: "Only programs with this name in the log.",
    ]
  }

  static let store = Option(
    "--store",
    .text("NAME"),
    of: Command.questions + [.until, .mcp, .export, .send, .restore, .set],
    "The store's name in the program. Required if several stores match."
  ) {
    $0.store = $1
  }.with {
    $0.helps = [
      .export: "Export only the stores with this name in their program.",
      .mcp: "Answer about the stores with this name in their program only.",
      .until: "Only stores with this name in their program.",
    ]
  }

  static let element = Option(
    "--element",
    ValueKind("ELEMENT", "an element as the log shows it, such as 'job 4' or 'every job'") {
      [ElementName](parsing: $0)
    },
    of: [.send],
    "The element that the action is for, as the log shows it: 'job 4'."
  ) { $0.elements = $1 }

  static let timeout = Option(
    "--timeout",
    .timeout,
    of: Command.questions + [.until, .mcp, .send, .restore, .set],
    "The maximum time until there is an answer. Default: 5."
  ) {
    ($0.timeout, $0.limitedTime) = ($1, $1)
  }.with { $0.helps = [.until: "The maximum time to wait. Default: none."] }

  static let allowUserID = Option(
    "--allow-uid",
    ValueKind("N", "a numeric user id, as id -u prints it") { UInt32($0) },
    of: connecting,
    "Also accept programs of this user. May be repeated."
  ) {
    $0.allowedUserIDs.append($1)
  }.with { $0.isRepeatable = true }

  static let maxRecord = Option(
    "--max-record",
    .recordSize,
    of: Command.all.filter { $0 != .completions && $0 != .man },
    "The maximum length of a record, such as 32MiB. Default: 16MiB."
  ) { $0.recordLimit = $1 }

  static let verbose = Option(
    "--verbose",
    of: connecting,
    "Print the endpoint and where it comes from, on standard error."
  ) { $0.isVerbose = true }

  static let allowCommands = Option(
    "--allow-commands",
    of: [.mcp],
    "Let the assistant dispatch actions and restore states."
  ) { $0.allowsCommands = true }
}
