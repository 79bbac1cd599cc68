import SluiceWire

extension Tool {
  /// The most items of a page.
  static let longestPage = 200
  static let standardPage = 20

  var parameters: [ToolSchema.Property] {
    switch self {
    case .programs: Self.paging
    case .commits:
      Self.program + [
        .optional("filter", .string, "Only commits that match.")
      ] + Self.range + [
        .optional("order", .choice(["newest", "oldest"]), "Which come first. Default: newest.")
      ] + Self.paging
    case .commit: Self.program + [.init("number", Self.number, "The commit's number.")]
    case .state:
      Self.program + [
        .optional("number", Self.number, "The state after this commit. Default: the last one."),
        .optional("path", .string, "The part to show. Default: the whole state."),
        .optional(
          "depth",
          .integer(minimum: 1, maximum: 64),
          "How many levels of arrays and objects are shown. Default: as many as fit."
        ),
      ] + Self.paging
    case .why: Self.program + [.init("path", .string, "The path of the value."), Self.at]
    case .history:
      Self.program + [.init("path", .string, "The path of the value.")] + Self.range + Self.paging
    case .blame:
      Self.program + [
        .optional("path", .string, "The part of the state. Default: the whole state."), Self.at,
      ] + Self.paging
    case .compare:
      Self.program + [
        .init("from", Self.number, "The state after this commit…"),
        .init("to", Self.number, "…is compared with the state after this one."),
      ] + Self.paging
    case .effects:
      Self.program + [
        .optional("effect", .string, "Only runs of this effect; * stands for any characters."),
        .optional("outcome", .choice(ToolJSON.outcomes), "Only runs that are or ended so."),
      ] + Self.range + Self.paging
    case .statistics:
      Self.program + [.optional("filter", .string, "Only commits and runs that match.")]
        + Self.range
        + [Self.limit]
    case .find:
      Self.program + [
        .optional("text", .string, "Part of a name or a value; * stands for any characters."),
        .optional("condition", .string, "Such as cart.total>100, as in the filter state:."),
        .optional("path", .string, "With text: the part of the state to search."),
        Self.at,
      ] + Self.paging
    case .diagnostics: Self.program + Self.paging
    case .dispatch:
      Self.program + [
        .init("type", .string, "The action's type, one of those that the program accepts."),
        .optional("payload", .any, "The action as JSON, as Swift's Codable has it."),
      ]
    case .restore: Self.program + [.init("number", Self.number, "The commit; 0 is the beginning.")]
    }
  }

  private static let number = ToolSchema.integer(minimum: 0, maximum: WireNumber.maximum)

  private static let program: [ToolSchema.Property] = [
    .optional("program", .string, "The program's label or name. Needed if several match."),
    .optional("store", .string, "The store's name. Needed if the program has several."),
  ]

  private static let at = ToolSchema.Property.optional(
    "at",
    number,
    "Ask about the state after this commit. Default: the last one."
  )

  private static let range: [ToolSchema.Property] = [
    .optional("from", number, "The first commit."), .optional("to", number, "The last commit."),
  ]

  private static let limit = ToolSchema.Property.optional(
    "limit",
    .integer(minimum: 1, maximum: longestPage),
    "The most items of a list. Default: \(standardPage)."
  )

  private static let paging: [ToolSchema.Property] = [
    limit,
    .optional("cursor", .string, "The nextCursor of the page before, with the same arguments."),
  ]
}
