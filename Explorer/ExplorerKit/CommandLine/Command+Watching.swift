// Commands that watch programs, and the first example.
extension Command {
  static let watch = Command(
    name: "watch",
    abstract: "Watch connected programs in full screen. On a pipe, the same as log.",
    discussion: """
      Shows the commits of connected programs, and of the selected one its action, its changes, the
      state after it, what led to it, effects over time, and statistics. ? shows all keys.

      Where there is no terminal to show it on, with TERM=dumb and with --json, it is the same as log.

      If another sluice-explorer already listens, this one attaches to it.
      """,
    examples: [
      Example("sluice-explorer", "Watch all programs."),
      Example("sluice-explorer watch --filter 'type:Cart*'", "Begin with a filter."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try WatchCommand(settings: settings, interruption: interruption).run()
  }

  static let log = Command(
    name: "log",
    abstract: "Print what happens in connected programs, line by line.",
    discussion: """
      Waits for programs that have registered an ExplorerInterceptor, and prints a line for
      each action and each of its changes:

        +  added      -  removed      ~  old value → new value      >  moved

      With --json, each line is a JSON object. Control characters are printed as visible escapes
      such as \\u{1B}, in JSON as \\u001b, so that parsed values are those that the program sent.

      Holds what it has seen, also of programs that have ended, in at most 512 MiB. In another
      terminal, ask about it: why, history, show, state, diff and blame.

      If another sluice-explorer already listens, this one attaches to it and prints the same;
      when that one ends, this one replaces it.

      Ends when interrupted, or when its output is closed.
      """,
    examples: [
      Example("sluice-explorer log", "Watch all programs."),
      Example("sluice-explorer log --json | jq .action.type", "Print only the actions' types."),
      Example(
        "sluice-explorer log --filter 'changed:todos or failed'",
        "Print only what matches."
      ),
      Example(
        "sluice-explorer log --endpoint unix:/run/me/x.sock",
        "Listen at another endpoint."
      ),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try LogCommand(settings: settings, interruption: interruption).run()
  }

  static let until = Command(
    name: "until",
    abstract: "Wait until something happens in a connected program, and say why.",
    arguments: [
      Argument(placeholder: "CONDITION", meaning: "a filter such as became:cart.total<0")
    ],
    discussion: """
      Ends with the first commit that matches CONDITION, a filter as for --filter: with
      became:cart.total<0 when the value becomes negative, with type:Add* at the next action of such a
      type. Prints the commit, and why the value that CONDITION asks for is what it is.

      Without --timeout, waits for as long as it takes.
      """,
    examples: [
      Example("sluice-explorer until 'became:cart.total<0'", "Catch it in the act."),
      Example("sluice-explorer until failed --timeout 60", "At most a minute."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try UntilCommand(settings: settings, interruption: interruption).run()
  }

  static let stats = Command(
    name: "stats",
    abstract: "Count actions, effects and changes, in tables with bars.",
    arguments: [.session],
    discussion: """
      Shows how often each action occurs and how long it takes to reduce, how many runs of each
      effect fail and how long they take, and which parts of the state change most.

      Without FILE, counts what connected programs do: on a terminal as it happens, on a pipe at the
      end. With FILE, counts a session; FILE may be - for standard input.

      Ends when interrupted, or at the end of the file. With --json, prints one object then.
      """,
    examples: [
      Example("sluice-explorer stats", "Count what programs do."),
      Example("sluice-explorer stats bug.session", "Count a session."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try StatsCommand(settings: settings, interruption: interruption).run()
  }

  static let demo = Command(
    name: "demo",
    abstract: "Watch a small shop that runs by itself: a first example.",
    discussion: """
      Runs a shop with an actual store, and prints its log over a real socket in a private
      directory, until the shop closes and prints its revenue.

      To run the shop and the log in two terminals, start --watch in one and --app in the other.
      """,
    examples: [
      Example("sluice-explorer demo", "Watch the shop."),
      Example("sluice-explorer demo --screen", "Watch it in full screen."),
      Example("sluice-explorer demo --seed 7 | grep failed", "Find failures in another shop."),
      Example("sluice-explorer demo --app --forever", "Run a shop for another terminal."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try DemoCommand(settings: settings, interruption: interruption).run()
  }
}
