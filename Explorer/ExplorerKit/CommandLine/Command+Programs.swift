// Commands that change programs, or let an assistant ask and change them.
extension Command {
  static let send = Command(
    name: "send",
    abstract: "Dispatch an action in a program.",
    arguments: [
      Argument(placeholder: "TYPE", meaning: "the action's type"),
      Argument(placeholder: "JSON", meaning: "the action's payload", isRequired: false),
    ],
    discussion: """
      Decodes an action of the type TYPE from JSON, dispatches it, and prints the resulting commit.
      The program must accept the type: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }.

      With --element, dispatches the ElementAction around it. The ids of elements must be Decodable.

      With --from, dispatches the actions of a session file's commits, such as 40-44: what somebody's
      recording has, in your program, and prints what it makes of them. Nothing is sent if one is missing
      or incomplete; what the program refuses ends it.

      JSON may be @FILE to read a file, or - to read standard input. Put -- in front of arguments
      that begin with a dash and are not numbers.

      Waits for the program and its answer. Other sluice-explorers may run at the same time.
      """,
    examples: [
      Example("sluice-explorer send Reset", "Without a payload."),
      Example(#"sluice-explorer send AddTodo '{"title":"Milk"}'"#, "With a payload."),
      Example("sluice-explorer send LoadTodos @todos.json", "With a payload from a file."),
      Example("sluice-explorer send Retry --element 'job 4'", "For one element."),
      Example(
        "sluice-explorer send --from bug.session 40-44",
        "Somebody's actions in your program."
      ),
      Example("sluice-explorer send Reset --app Todo --store main", "In one of several stores."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try SendCommand(settings: settings, interruption: interruption).run()
  }

  static let restore = Command(
    name: "restore",
    abstract: "Restore an earlier state in a program.",
    arguments: [.number("N")],
    discussion: """
      Replaces the current state by the state after commit N; 0 is the initial state. Starts no
      effects. The program must allow it with ExplorerInterceptor { $0.allowsRestore = true }, which
      retains the last 64 states since an Explorer connected. If the state is Decodable, a
      sluice-explorer that was already listening provides earlier states.

      With --from, puts the state of a session file, such as a recording from somebody else, into your
      program: every value, or none. Redacted values keep their current value. The program refuses a value
      that its type can't decode, and names its path.

      With --without, reduces the recorded actions again from the oldest state that the program
      retains, except those of the given commits, as if these had not happened. The list is complete:
      actions that an earlier --without left out, and this one doesn't name, are reduced again.

      Waits for the program and its answer. Other sluice-explorers may run at the same time.
      """,
    examples: [
      Example("sluice-explorer restore 41", "Restore the state after commit 41."),
      Example("sluice-explorer restore 0 --app Todo", "Restore one program's initial state."),
      Example(
        "sluice-explorer restore 44 --from bug.session",
        "See somebody's bug in your program."
      ),
      Example("sluice-explorer restore --without 7,9", "As if commits 7 and 9 had not happened."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try SendCommand(settings: settings, interruption: interruption).run()
  }

  static let set = Command(
    name: "set",
    abstract: "Set one value in a program's state.",
    arguments: [
      Argument(placeholder: "PATH", meaning: "the path of a value"),
      Argument(placeholder: "JSON", meaning: "the new value"),
    ],
    discussion: """
      Replaces the value at PATH in the current state, in one commit, and prints that. Starts no effects.
      Elements are found by their id, wherever they are by then. A member that is nil can be set, too.
      The program must allow it with ExplorerInterceptor { $0.allowsRestore = true }, its state must be
      Codable, and it refuses a value that its type can't decode.

      JSON is as in log --json, so that all kinds of value can be written, and may be @FILE or -.
      """,
    examples: [
      Example("sluice-explorer set 'cart[id:spoon].price' 5", "A number."),
      Example("sluice-explorer set user.name '\"Ada\"'", "A text, in quotation marks."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try SendCommand(settings: settings, interruption: interruption).run()
  }

  static let mcp = Command(
    name: "mcp",
    abstract: "Let an assistant ask, over the Model Context Protocol.",
    arguments: [.session],
    discussion: """
      Answers on standard input and output as a server of the Model Context Protocol, for assistants
      that start it: what programs did, why a value is what it is, what changed, failed and took long.
      Speaks the revisions 2026-07-28, 2025-11-25 and 2025-06-18, one message a line.

      Without FILE, watches connected programs, next to other sluice-explorers, and asks the one that
      listens for what it holds. If that holds nothing, the past begins with its own start, and with
      the last actions that a program kept from before. With FILE, it is about that session.

      Nothing can be changed, unless --allow-commands adds the tools send and restore, for programs
      that accept them. Values that programs withheld are in no answer. Everything that a program said is
      in the fields of answers, and the instructions for assistants say that it is data.

      Ends at the end of its input.
      """,
    examples: [
      Example("sluice-explorer mcp", "Started by an assistant, to ask running programs."),
      Example("sluice-explorer mcp bug.session", "About a recording."),
      Example("sluice-explorer mcp --app Todo --allow-commands", "It may change this program."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try ToolsCommand(settings: settings, interruption: interruption).run()
  }
}
