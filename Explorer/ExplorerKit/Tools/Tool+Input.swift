import SluiceWire

extension Tool {
  /// The most items of a page.
  static let longestPage = 200
  static let standardPage = 20
  /// The most elements of a list in an argument.
  static let longestList = 1_000
  /// Seconds.
  static let standardWait = 30

  var parameters: [ToolSchema.Property] {
    switch self {
    case .programs: Self.paging
    case .commits:
      Self.program + [
        .optional("filter", .string, "Only commits that match.")
      ] + Self.range + [
        .optional("order", .choice(["newest", "oldest"]), "Which come first. Default: newest.")
      ] + Self.paging
    case .commit: Self.program + [.init("number", Self.number)]
    case .state:
      Self.program + [
        Self.part, Self.at,
        .optional(
          "depth",
          .integer(minimum: 1, maximum: 64),
          "Levels of arrays and objects to show. Default: as many as fit."
        ),
      ] + Self.paging
    case .why: Self.program + [Self.path, Self.at]
    case .history:
      Self.program + [Self.path, Self.from, Self.at] + Self.paging
    case .blame:
      Self.program + [Self.part, Self.at] + Self.paging
    case .compare:
      Self.program + [
        .init("from", Self.number, "The commit of the old state."),
        .init("to", Self.number, "The commit of the new state."),
      ] + Self.paging
    case .effects:
      Self.program + [
        .optional("effect", .string, "Its name; * stands for any characters."),
        .optional("outcome", .choice(ToolJSON.outcomes)),
      ] + Self.range + Self.paging
    case .statistics:
      Self.program + [.optional("filter", .string, "As of commits.")]
        + Self.range
        + [Self.limit]
    case .find:
      Self.program + [
        .optional("text", .string, "Part of a name or a value; * stands for any characters."),
        Self.condition, Self.part, Self.at,
      ] + Self.paging
    case .diagnostics: Self.program + Self.paging
    case .wait:
      Self.program + [
        .optional("filter", .string, "As of commits."), Self.condition,
        .optional("from", Self.number, "The first commit that counts. Default: the next one."),
        .optional(
          "timeout",
          .integer(minimum: 1, maximum: 600),
          "Seconds. Default: \(Self.standardWait)."
        ),
      ]
    case .dispatch:
      Self.program + [
        .init("type", .string, "One of those that the program accepts."),
        .optional("payload", .any, "The action as JSON, as Swift's Codable has it."),
        .optional("elements", .string, "The element that it is for, as answers show it: job 4."),
      ]
    case .restore:
      Self.program + [
        .optional("number", Self.number, "The commit; 0 is the beginning."),
        .optional(
          "without",
          .array(Self.number),
          "Instead of number: all commits that are to be as if they had not happened, or none."
        ),
      ]
    }
  }

  private static let number = ToolSchema.integer(minimum: 0, maximum: WireNumber.maximum)

  private static let program: [ToolSchema.Property] = [
    .optional("program", .string, "Its label or name, if several."),
    .optional("store", .string, "Its name, if several."),
  ]

  private static let at = ToolSchema.Property.optional(
    "at",
    number,
    "The commit whose state is meant. Default: the last one."
  )

  private static let path = ToolSchema.Property("path", .string)

  private static let part = ToolSchema.Property.optional(
    "path",
    .string,
    "A part. Default: the whole state."
  )

  private static let condition = ToolSchema.Property.optional(
    "condition",
    .string,
    "Such as cart.total>100."
  )

  private static let from = ToolSchema.Property.optional("from", number, "The first commit.")

  private static let range: [ToolSchema.Property] = [
    from, .optional("to", number, "The last commit."),
  ]

  private static let limit = ToolSchema.Property.optional(
    "limit",
    .integer(minimum: 1, maximum: longestPage),
    "Items. Default: \(standardPage)."
  )

  private static let paging: [ToolSchema.Property] = [
    limit,
    .optional("cursor", .string, "The nextCursor of the page before."),
  ]
}
