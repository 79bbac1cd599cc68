extension Tool {
  var outputSchema: ToolSchema {
    switch self {
    case .programs: .object([.init("programs", .array(Self.programEntry))] + Self.page)
    case .commits:
      .object(Self.head + [.init("commits", .array(Self.commitEntry))] + Self.page)
    case .commit:
      .object(
        Self.head + [
          .init("commit", Self.commitEntry),
          .optional("cause", Self.commitEntry, "The commit that led to it."),
          .optional("run", Self.run, "The run of an effect that dispatched its action."),
          .init("ledTo", .array(.integer()), "The commits that it led to directly."),
          .init("ledToCount", .integer()),
          .init("runs", .array(Self.run), "The runs of effects that it started."),
          .init("runCount", .integer()), Self.isCut,
        ]
      )
    case .state:
      .object(
        Self.head + Self.exact + [
          .init("path", .string), .init("state", .any, "The value at the path."),
          .optional("offset", .integer(), "The place of the first element or member in state."),
        ] + Self.page
      )
    case .why:
      .object(
        Self.head + Self.exact + [
          .init("path", .string),
          .optional("value", .any, "The value; it is not there if nothing is at the path."),
          .init("author", Self.author),
          .optional("change", Self.pathChange, "What the author did to it."),
          .init("chain", .array(Self.link), "The author, what led to it, and so on."),
          .init("chainLength", .integer()), Self.isCut,
        ]
      )
    case .history:
      .object(
        Self.head + [
          .init("path", .string), .optional("value", .any, "The value at the end of the range."),
          .init("changes", .array(Self.pathChange)),
        ] + Self.page
      )
    case .blame:
      .object(
        Self.head + Self.exact + [.init("leaves", .array(Self.leaf))] + Self.page
      )
    case .compare:
      .object(
        Self.head + [
          .init("from", .object(Self.exact)), .init("to", .object(Self.exact)),
          .init("changes", .array(Self.change)),
        ] + Self.page
      )
    case .effects: .object(Self.head + [.init("runs", .array(Self.run))] + Self.page)
    case .statistics: .object(Self.head + Self.figures + [Self.isCut])
    case .find:
      .object(
        Self.head + [
          .optional("number", .integer(), "With text: the commit after which it is so."),
          .optional("matches", .array(Self.match)),
          .optional("turns", .array(Self.turn), "Where the condition became true or false."),
        ] + Self.page
      )
    case .diagnostics:
      .object(Self.head + [.init("diagnostics", .array(Self.diagnostic))] + Self.page)
    case .wait:
      .object(
        Self.head + [
          .init("number", .integer(), "The commit that matched, or after which it holds."),
          .optional("commit", Self.commitEntry), Self.isCut,
        ]
      )
    case .dispatch, .restore:
      .object([
        .init("program", .string),
        .optional("commit", Self.commitEntry, "What came of it."),
        .optional(
          "number",
          .integer(),
          "Instead of commit, if its changes were not received: the state after this one has them."
        ),
        Self.isCut,
      ])
    }
  }

  private static let isCut = ToolSchema.Property("isCut", .boolean)

  private static let page: [ToolSchema.Property] = [
    .init("total", .integer()), .optional("nextCursor", .string), isCut,
  ]

  private static let head: [ToolSchema.Property] = [
    .init("program", .string), .init("held", held),
  ]

  private static let held = ToolSchema.object([
    .init("from", .integer(), "The first state that is known is that after this commit."),
    .init("to", .integer(), "The last commit."), .init("commits", .integer()),
    .init("gaps", .integer(), "How often commits in between are not known."),
    .init("isShortened", .boolean, "Whether earlier commits were known and have been removed."),
    .optional("isLoading", .boolean, "There if more is on its way from another Explorer."),
  ])

  /// Of what state an answer is.
  private static let exact: [ToolSchema.Property] = [
    .init("number", .integer()), .optional("asked", .integer()),
  ]

  private static let programEntry = ToolSchema.object([
    .init("program", .string, "The label, for the argument program."),
    .init("name", .string), .optional("store", .string), .optional("stateType", .string),
    .init("processID", .integer()), .init("isConnected", .boolean),
    .init("starts", .integer(), "How often the program started; this is the last time."),
    .optional("held", held, "What is known of its past; not there if nothing is."),
    .init("accepts", .array(.string), "The types of actions for the tool dispatch."),
    .init("acceptsCount", .integer()), .init("allowsRestore", .boolean),
    .init("allowsLeavingOut", .boolean),
    .init("notes", .array(.string)),
  ])

  private static let action = ToolSchema.object([
    .init("name", .string, "The type, with the case of an enum."), .init("type", .string),
    .optional("id", .string), .optional("elements", .string, "For which it is: job 4, every job."),
    .optional("payload", .any),
  ])

  private static let change = ToolSchema.object([
    .init("kind", .choice(["add", "remove", "set", "move"])), .init("path", .string),
    .optional("old", .any), .optional("new", .any), .optional("to", .integer(), "Of a move."),
  ])

  private static let commitEntry = ToolSchema.object([
    .init("number", .integer()), .init("time", .string, "UTC."), .init("action", action),
    .optional(
      "origin",
      .object([
        .init("file", .string), .init("line", .integer()), .init("function", .string),
        .optional("info", .string),
      ])
    ),
    .optional(
      "cause",
      .object([
        .init("commit", .integer()), .optional("effect", .string), .optional("element", .string),
        .optional("run", .integer()),
      ])
    ),
    .optional("reducingNanoseconds", .integer()),
    .optional("standsFor", .integer(), "How many commits it is, if it is several."),
    .optional("note", .string), .optional("facts", .array(.string), "Such as who reduced it."),
    .optional("changesAreUnknown", .boolean),
    .init("changes", .array(change), "In their order; the first ones if there are many."),
    .init("changeCount", .integer()),
  ])

  private static let run = ToolSchema.object([
    .init("effect", .string), .optional("element", .string, "For which it runs: [4]."),
    .init("run", .integer()),
    .optional("commit", .integer(), "The commit that started it."),
    .optional("started", .string), .optional("ended", .string),
    .init("outcome", .choice(ToolJSON.outcomes)), .optional("durationNanoseconds", .integer()),
    .optional("error", .string),
  ])

  private static let diagnostic = ToolSchema.object([
    .init("id", .string, "The kind."), .init("count", .integer()),
    .init("lastTime", .string, "UTC."),
    .optional("commit", .integer(), "The last commit by then."),
    .optional("effect", .string), .optional("run", .integer()), .optional("position", .string),
    .init("cause", .string), .optional("cure", .string),
  ])

  private static let author = ToolSchema.object([
    .optional("commit", .integer()),
    .optional(
      "beginning",
      .integer(),
      "It was so in the first state that is known, after this commit."
    ),
    .optional("gap", gap, "It became so in one of these commits, which are not known."),
  ])

  private static let gap = ToolSchema.object([
    .init("from", .integer()), .init("to", .integer()), .optional("reason", .string),
  ])

  private static let pathChange = ToolSchema.object([
    .init("author", author), .optional("time", .string), .optional("action", .string),
    .optional("old", .any), .optional("new", .any),
    .init("changes", .array(change)), .init("changeCount", .integer()),
  ])

  private static let link = ToolSchema.object([
    .init("number", .integer()), .optional("commit", commitEntry),
    .optional("run", run, "The run of an effect that dispatched the action."),
  ])

  private static let leaf = ToolSchema.object([
    .init("path", .string), .init("value", .any), .init("author", author),
    .optional("action", .string),
  ])

  private static let match = ToolSchema.object([.init("path", .string), .init("value", .any)])

  private static let turn = ToolSchema.object([
    .init("number", .integer()), .init("holds", .boolean), .optional("action", .string),
  ])

  private static let times: [ToolSchema.Property] = [
    .optional("medianNanoseconds", .integer()), .optional("p99Nanoseconds", .integer()),
  ]

  private static let figures: [ToolSchema.Property] = [
    .init("from", .integer()), .init("to", .integer()), .init("commits", .integer()),
    .init("seconds", .number), .optional("commitsPerSecond", .number),
    .init("reducing", .object(times)),
    .init(
      "actions",
      .array(.object([.init("name", .string), .init("count", .integer())] + times))
    ),
    .init("actionCount", .integer(), "How many names there are."),
    .init(
      "effects",
      .array(
        .object(
          [
            .init("name", .string), .init("started", .integer()), .init("ended", .integer()),
            .init("failed", .integer()), .init("retried", .integer()),
            .init("cancelled", .integer()),
          ] + times
        )
      )
    ),
    .init("effectCount", .integer()),
    .init("changes", .array(.object([.init("path", .string), .init("count", .integer())]))),
    .init("changeCount", .integer()),
    .optional(
      "reads",
      .array(
        .object([
          .init("name", .string), .init("runs", .integer()), .init("commits", .integer()),
          .init("changes", .integer()), .init("forced", .integer()),
          .init("nanoseconds", .integer()), .init("meanNanoseconds", .integer()),
          .optional("because", .string, "Why it runs though nothing that it reads changed."),
        ])
      ),
      "The selectors and observers of a program that measures them, the slowest first."
    ),
    .optional("readCount", .integer()),
  ]
}
