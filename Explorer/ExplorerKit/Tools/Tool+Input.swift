import SluiceWire

extension Tool {
  /// The most lines of an answer.
  static let mostLines = 200
  static let standardLines = 20
  /// The most elements of a list in an argument.
  static let longestList = 1_000
  /// Seconds.
  static let standardWait = 30

  var parameters: [ToolSchema.Property] {
    let own: [ToolSchema.Property] =
      switch self {
      case .why: [.init("path", .string), Self.at]
      case .history: [.init("path", .string), Self.at, Self.limit]
      case .show: [.init("number", Self.number)]
      case .state: [Self.part, Self.at]
      case .diff:
        [
          .init("from", Self.number, "The commit of the old state."),
          .init("to", Self.number, "The commit of the new state."),
        ]
      case .blame: [Self.part, Self.at, Self.limit]
      case .log:
        [
          Self.filter,
          .optional(
            "kinds",
            .array(.choice(["commit", "effect", "diagnostic", "dropped"])),
            "Default: all."
          ),
        ] + Self.range + [Self.limit]
      case .stats: [Self.filter] + Self.range
      case .until:
        [
          .init("filter", .string, "As of log."),
          .optional(
            "timeout",
            .integer(minimum: 1, maximum: 600),
            "Seconds. Default: \(Self.standardWait)."
          ),
        ]
      case .send:
        [
          .init("type", .string, "One of those that the program accepts."),
          .optional("payload", .any, "The action as JSON, as Swift's Codable has it."),
          .optional("element", .string, "The element that it is for, as answers show it: job 4."),
        ]
      case .restore:
        [
          .optional("number", Self.number, "The commit; 0 is the beginning."),
          .optional(
            "without",
            .array(Self.number),
            "Instead of number: all commits that are to be as if they had not happened, or none."
          ),
        ]
      }
    return Self.program + own
  }

  private static let number = ToolSchema.integer(minimum: 0, maximum: WireNumber.maximum)

  private static let program: [ToolSchema.Property] = [
    .optional("app", .string, "The program, if several: its name, or as Shop#4711."),
    .optional("store", .string, "Its store, if several."),
  ]

  private static let at = ToolSchema.Property.optional(
    "at",
    number,
    "The commit whose state is meant. Default: the last one."
  )

  private static let part = ToolSchema.Property.optional(
    "path",
    .string,
    "A part. Default: the whole state."
  )

  private static let filter = ToolSchema.Property.optional("filter", .string, "Only what matches.")

  private static let range: [ToolSchema.Property] = [
    .optional("from", number, "The first commit."), .optional("to", number, "The last commit."),
  ]

  private static let limit = ToolSchema.Property.optional(
    "limit",
    .integer(minimum: 1, maximum: mostLines),
    "Lines. Default: \(standardLines)."
  )
}
