// Commands that ask about the past.
extension Command {
  static let questions: [Command] = [
    .why, .history, .show, .state, .diff, .blame, .diagnostics,
  ]

  static let why = Command(
    name: "why",
    abstract: "Say why a value of the state is what it is.",
    arguments: [.path(isRequired: true), .session],
    discussion: """
      Prints the last commit that changed the value at PATH, and what led to that commit: an effect,
      the action that set it off, and so on, each with its file and line.

      PATH is written as cart[0].price. todos[id:4].done is a part of the element whose id is 4,
      wherever it is: elements are followed when their list changes. A value that is gone has a
      reason, too.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      listens.
      """,
    examples: [
      Example("sluice-explorer why cart", "Why is the cart as it is?"),
      Example("sluice-explorer why cart bug.session", "Why was it so in a session?"),
      Example(
        "sluice-explorer why 'cart[id:spoon]' bug.session --at 44",
        "Why was there a spoon?"
      ),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let history = Command(
    name: "history",
    abstract: "Show every value that a part of the state had.",
    arguments: [.path(isRequired: true), .session],
    discussion: """
      Prints each commit that changed the value at PATH, or something in or around it, with the value
      after it.

      PATH is written as cart[0].price. todos[id:4].done is a part of the element whose id is 4,
      wherever it is. An element named by its index is the one that is there at the end, which is the
      last commit, or with --at commit N.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      listens.
      """,
    examples: [
      Example("sluice-explorer history revenue bug.session", "How the revenue grew."),
      Example("sluice-explorer history 'todos[id:4].done' bug.session", "One element of a list."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let show = Command(
    name: "show",
    abstract: "Show one commit whole.",
    arguments: [.number("N"), .session],
    discussion: """
      Prints all that is known of commit N, and cuts nothing: its action, where it came from, what led
      to it and what it led to, how long it took, and what it changed.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      listens.
      """,
    examples: [
      Example("sluice-explorer show 43 bug.session", "Commit 43.")
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let state = Command(
    name: "state",
    abstract: "Show the state after a commit, or a part of it.",
    arguments: [.path(isRequired: false), .session],
    discussion: """
      Prints the last state, or with --at the one after commit N, as a tree. With PATH it is that part.

      FILE is a session file, or - for standard input. An argument that names a file is not a path:
      where both would do, write ./cart for the file, and cart FILE for the path. Without FILE, asks
      the sluice-explorer that listens.
      """,
    examples: [
      Example("sluice-explorer state bug.session", "The last state."),
      Example("sluice-explorer state cart bug.session --at 41", "The cart after commit 41."),
      Example("sluice-explorer state --json bug.session | jq .state", "For another program."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let diff = Command(
    name: "diff",
    abstract: "Show how two states differ.",
    arguments: [.number("A"), .number("B"), .session],
    discussion: """
      Prints the changes that make the state after commit B of that after commit A.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      listens.
      """,
    examples: [
      Example("sluice-explorer diff 0 41 bug.session", "All that 41 commits changed.")
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let blame = Command(
    name: "blame",
    abstract: "Show which commit made each part of the state what it is.",
    arguments: [.path(isRequired: false), .session],
    discussion: """
      Prints each value of the state, or of its part at PATH, behind the commit that last changed it,
      as git blame does with lines.

      FILE is a session file, or - for standard input. An argument that names a file is not a path.
      Without FILE, asks the sluice-explorer that listens.
      """,
    examples: [
      Example("sluice-explorer blame bug.session", "The last state."),
      Example("sluice-explorer blame cart bug.session --at 41", "The cart after commit 41."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }

  static let diagnostics = Command(
    name: "diagnostics",
    abstract: "List what a store reported of its own misuse and trouble.",
    arguments: [.session],
    discussion: """
      Prints each problem that the store noticed in its use, how often and when last, with its cause
      and its cure: something registered twice, an action that nothing handles, an observer that is
      slow. The page “What the store tells you” of the documentation has all of them.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      listens.
      """,
    examples: [
      Example("sluice-explorer diagnostics", "The problems of a running program."),
      Example("sluice-explorer diagnostics --json bug.session | jq .id", "The kinds alone."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try AskCommand(settings: settings, interruption: interruption).run()
  }
}
