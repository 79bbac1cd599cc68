/// The commands of `sluice-explorer`.
enum Command: String, CaseIterable, Sendable {
  case watch
  case log
  case record
  case replay
  case stats
  case why
  case history
  case show
  case state
  case diff
  case blame
  case export
  case mcp
  case send
  case restore
  case demo
  case checkClient = "check-client"

  /// One line for the list of commands.
  var abstract: String {
    switch self {
    case .watch: "Watch connected programs in full screen. On a pipe, the same as log."
    case .log: "Print what happens in connected programs, line by line."
    case .record: "Record what happens in connected programs to a session file."
    case .replay: "Print a session file with its original timing."
    case .stats: "Count actions, effects and changes, in tables with bars."
    case .why: "Say why a value of the state is what it is."
    case .history: "Show every value that a part of the state had."
    case .show: "Show one commit whole."
    case .state: "Show the state after a commit, or a part of it."
    case .diff: "Show how two states differ."
    case .blame: "Show which commit made each part of the state what it is."
    case .mcp: "Let an assistant ask, over the Model Context Protocol."
    case .send: "Dispatch an action in a program."
    case .restore: "Restore an earlier state in a program."
    case .export: "Convert a session file to a page, for other tools, or to a test."
    case .demo: "Watch a small shop that runs by itself: a first example."
    case .checkClient: "Test another implementation of the wire protocol."
    }
  }

  /// An argument of a command.
  struct Argument: Hashable, Sendable {
    let placeholder: String
    /// A noun phrase that completes “the command needs”.
    let meaning: String
    let isRequired: Bool
  }

  /// The commands that ask about the past.
  static let questions: [Command] = [.why, .history, .show, .state, .diff, .blame]

  var arguments: [Argument] {
    switch self {
    case .watch, .log, .demo: []
    case .send:
      [
        Argument(placeholder: "TYPE", meaning: "the action's type", isRequired: true),
        Argument(placeholder: "JSON", meaning: "the action's payload", isRequired: false),
      ]
    case .restore:
      [Argument(placeholder: "N", meaning: "a commit number", isRequired: true)]
    case .record:
      [Argument(placeholder: "FILE", meaning: "a name for the new file", isRequired: true)]
    case .replay, .export:
      [Argument(placeholder: "FILE", meaning: "a session file", isRequired: true)]
    case .stats, .mcp:
      [Argument(placeholder: "FILE", meaning: "a session file", isRequired: false)]
    case .why, .history: [.path(isRequired: true), .session]
    case .show: [.number("N"), .session]
    case .state: [.number("N", isRequired: false), .path(isRequired: false), .session]
    case .diff: [.number("A"), .number("B"), .session]
    case .blame: [.path(isRequired: false), .session]
    case .checkClient:
      [Argument(placeholder: "ROLE", meaning: "program or viewer", isRequired: true)]
    }
  }

  /// The text above the options in the command's help.
  var discussion: String {
    switch self {
    case .watch:
      """
      Shows the commits of connected programs, and of the selected one its action, its changes, the
      state after it, what led to it, effects over time, and statistics. ? shows all keys.

      Where there is no terminal to show it on, with TERM=dumb and with --json, it is the same as log.

      If another sluice-explorer already listens, this one attaches to it. With
      SLUICE_EXPLORER_WATCHES_ITSELF=unix:PATH, another one can watch this one.
      """
    case .log:
      """
      Waits for programs that have registered an ExplorerInterceptor, and prints a line for
      each action and each of its changes:

        +  added      -  removed      ~  old value → new value      >  moved

      With --json, each line is a JSON object. Control characters are printed as visible escapes
      such as \\u{1B}, in JSON as \\u001b, so that parsed values are those that the program sent.

      Holds what it has seen, also of programs that have ended, in at most 512 MiB. In another
      terminal, ask about it: why, history, show, state, diff and blame.

      If another sluice-explorer already listens, this one attaches to it and prints the same;
      when that one ends, this one takes its place.

      Ends when interrupted, or when its output is closed.
      """
    case .send:
      """
      Decodes an action of the type TYPE from JSON, dispatches it, and prints the resulting commit.
      The program must accept the type: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }.

      JSON may be @FILE to read a file, or - to read standard input. Put -- in front of arguments
      that begin with a dash and are not numbers.

      Waits for the program and its answer. Other sluice-explorers may run at the same time.
      """
    case .restore:
      """
      Replaces the current state by the state after commit N; 0 is the initial state. Starts no
      effects. The program must allow it with ExplorerInterceptor { $0.allowsRestore = true }, which
      retains the last 64 states since an Explorer connected. If the state is Decodable, a
      sluice-explorer that was already listening provides earlier states.

      With --without, reduces the recorded actions again from the oldest state that the program
      retains, except those of the given commits, as if these had not happened. The list is complete:
      actions that an earlier --without left out, and this one doesn't name, are reduced again.

      Waits for the program and its answer. Other sluice-explorers may run at the same time.
      """
    case .record:
      """
      Waits for programs and writes each record that they send to FILE at once, one on a line, so
      that a kill loses at most the last record. Only you can read the file. FILE may be - for
      standard output. A program can also record by itself, with the endpoint file:PATH.

      With a filter, changes of omitted actions are recorded with the next action that matches.

      With --html, the session is also written as a page at the end. See export --to html.

      Ends when interrupted.
      """
    case .replay:
      """
      Prints what sluice-explorer record or a program has written, with the recorded times. FILE
      may be - for standard input. Pauses longer than 5 s are shortened to 5 s.

      Damaged lines are reported by number, and the others printed. With --screen the session is
      shown in full screen.
      """
    case .stats:
      """
      Shows how often each action occurs and how long it takes to reduce, how many runs of each
      effect fail and how long they take, and which parts of the state change most.

      Without FILE, counts what connected programs do: on a terminal as it happens, on a pipe at the
      end. With FILE, counts a session; FILE may be - for standard input.

      Ends when interrupted, or at the end of the file.
      """
    case .export:
      """
      html is a page to send: one file that a browser opens without a network. It has the commits with
      search, changes, states, causes, effects over time and statistics. What a program redacted
      is not in it.

      swift-test is the source of a test that repeats the actions of a session, and fails at the
      first commit whose changes differ. See StoreRecording in the documentation of SluiceTesting.
      No text of the file becomes source code; the places to complete are marked.

      redux-devtools is the file that Redux DevTools' Import takes, of one store. chrome-trace is one
      that ui.perfetto.dev and chrome://tracing open: effects as spans, commits as instants, and
      their rate.

      With a filter, changes of omitted actions are part of the next action that matches.

      svg is a picture of the log, in its colours, for a page or a report; with --screen it is one of
      the screen, with the state after the last commit, or after that of --at. FILE may be - for
      standard input. A session has one record on each line, so that head can shorten it.
      """
    case .demo:
      """
      Runs a shop with an actual store, and prints its log over a real socket in a private
      directory, until the shop closes and prints its revenue.

      To run the shop and the log in two terminals, start --watch in one and --app in the other.
      """
    case .why:
      """
      Prints the last commit that changed the value at PATH, and what led to that commit: an effect,
      the action that set it off, and so on, each with its file and line.

      PATH is written as cart[0].price. todos[id:4].done is a part of the element whose id is 4,
      wherever it stands: elements are followed when their list changes. A value that is gone has a
      reason, too.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log.
      """
    case .history:
      """
      Prints each commit that changed the value at PATH, or something in or around it, with the value
      after it.

      PATH is written as cart[0].price. todos[id:4].done is a part of the element whose id is 4,
      wherever it stands. An element that is named by its place is the one that stands there at the end.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log.
      """
    case .show:
      """
      Prints all that is known of commit N, and cuts nothing: its action, where it came from, what led
      to it and what it led to, how long it took, and what it changed.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log.
      """
    case .state:
      """
      Prints the state after commit N, or else the last one, as a tree. With PATH it is that part.

      FILE is a session file, or - for standard input. What names a file is no path: write ./cart
      for the file and cart FILE for the path where both would do. Without FILE, asks the
      sluice-explorer that runs log.
      """
    case .diff:
      """
      Prints the changes that make the state after commit B of that after commit A.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log.
      """
    case .blame:
      """
      Prints each value of the state, or of its part at PATH, behind the commit that last changed it,
      as git blame does with lines.

      FILE is a session file, or - for standard input. What names a file is no path. Without FILE,
      asks the sluice-explorer that runs log.
      """
    case .mcp:
      """
      Answers on standard input and output as a server of the Model Context Protocol, for assistants
      that start it: what programs did, why a value is what it is, what changed, failed and took long.
      Speaks the revisions 2026-07-28, 2025-11-25 and 2025-06-18, one message a line.

      Without FILE, watches connected programs, beside other sluice-explorers, and asks the one that
      listens for what it holds. If that holds nothing, what can be told begins with its own start, and
      the last actions that a program kept from before. With FILE, it is about that session.

      Nothing can be changed, unless --allow-commands adds the tools dispatch and restore, for programs
      that accept them. What programs withheld is in no answer. Everything that a program said stands in
      the fields of answers; an assistant is told that it is data.

      Ends at the end of its input.
      """
    case .checkClient:
      """
      Listens at the endpoint, waits for a client of another implementation, and acts as its peer.
      Prints a line for each rule of the page “The wire” in the documentation: its section, the
      rule, and what the client does instead.

      A program should commit a few times a second, with changes. A viewer reports what it has read:
      on a commit of the type CheckClient.Report it sends “restore” with the state that it has.

      No other sluice-explorer may listen there. The exit code is 0 if the client follows all rules,
      and 76 otherwise.
      """
    }
  }

  var examples: [Example] {
    switch self {
    case .watch:
      [
        Example("sluice-explorer", "Watch all programs."),
        Example("sluice-explorer watch --filter 'type:Cart*'", "Begin with a filter."),
      ]
    case .log:
      [
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
    case .send:
      [
        Example("sluice-explorer send Reset", "Without a payload."),
        Example(#"sluice-explorer send AddTodo '{"title":"Milk"}'"#, "With a payload."),
        Example("sluice-explorer send LoadTodos @todos.json", "With a payload from a file."),
        Example("sluice-explorer send Reset --app Todo --store main", "In one of several stores."),
      ]
    case .restore:
      [
        Example("sluice-explorer restore 41", "Restore the state after commit 41."),
        Example("sluice-explorer restore 0 --app Todo", "Restore one program's initial state."),
        Example("sluice-explorer restore --without 7,9", "As if commits 7 and 9 had not happened."),
      ]
    case .record:
      [
        Example("sluice-explorer record bug.session", "Record all programs."),
        Example("sluice-explorer record --filter app:Shop x.session", "Record one program."),
        Example("sluice-explorer record --html bug.html bug.session", "Record, and make a page."),
        Example("sluice-explorer record - | gzip > x.session.gz", "Compress the session."),
      ]
    case .replay:
      [
        Example("sluice-explorer replay bug.session", "Replay with the recorded timing."),
        Example(
          "sluice-explorer replay --speed max --json bug.session | jq .",
          "Print all at once."
        ),
        Example("sluice-explorer replay --screen --speed max bug.session", "Look around in it."),
        Example("sluice-explorer replay --step --filter changed:cart bug.session", "Step by step."),
      ]
    case .stats:
      [
        Example("sluice-explorer stats", "Count what programs do."),
        Example("sluice-explorer stats bug.session", "Count a session."),
      ]
    case .export:
      [
        Example("sluice-explorer export bug.session --to html > bug.html", "Create a page."),
        Example(
          "sluice-explorer export bug.session --to swift-test > BugTest.swift",
          "Create a test."
        ),
        Example(
          "sluice-explorer export bug.session --to chrome-trace > trace.json",
          "For ui.perfetto.dev."
        ),
        Example(
          "head -n 30 bug.session | sluice-explorer export - --to svg > bug.svg",
          "Create a picture."
        ),
      ]
    case .demo:
      [
        Example("sluice-explorer demo", "Watch the shop."),
        Example("sluice-explorer demo --screen", "Watch it in full screen."),
        Example("sluice-explorer demo --seed 7 | grep failed", "Find failures in another shop."),
        Example("sluice-explorer demo --app --forever", "Run a shop for another terminal."),
      ]
    case .why:
      [
        Example("sluice-explorer why cart", "Why is the cart as it is?"),
        Example("sluice-explorer why cart bug.session", "Why was it so in a session?"),
        Example(
          "sluice-explorer why 'cart[id:spoon]' bug.session --at 44",
          "Why was there a spoon?"
        ),
      ]
    case .history:
      [
        Example("sluice-explorer history revenue bug.session", "How the revenue grew."),
        Example("sluice-explorer history 'todos[id:4].done' bug.session", "One element of a list."),
      ]
    case .show:
      [
        Example("sluice-explorer show 43 bug.session", "Commit 43.")
      ]
    case .state:
      [
        Example("sluice-explorer state bug.session", "The last state."),
        Example("sluice-explorer state 41 cart bug.session", "The cart after commit 41."),
        Example("sluice-explorer state --json bug.session | jq .state", "For another program."),
      ]
    case .diff:
      [
        Example("sluice-explorer diff 0 41 bug.session", "All that 41 commits changed.")
      ]
    case .blame:
      [
        Example("sluice-explorer blame bug.session", "The last state."),
        Example("sluice-explorer blame cart bug.session --at 41", "The cart after commit 41."),
      ]
    case .mcp:
      [
        Example("sluice-explorer mcp", "What an assistant starts to ask running programs."),
        Example("sluice-explorer mcp bug.session", "About a recording."),
        Example("sluice-explorer mcp --app Todo --allow-commands", "It may change this program."),
      ]
    case .checkClient:
      [
        Example("sluice-explorer check-client program", "Test a program."),
        Example("sluice-explorer check-client viewer", "Test a viewer."),
      ]
    }
  }

  /// A command line and its purpose.
  struct Example: Sendable {
    let line: String
    let purpose: String

    init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }
}

extension Command.Argument {
  fileprivate static let session = Self(
    placeholder: "FILE",
    meaning: "a session file",
    isRequired: false
  )

  fileprivate static func path(isRequired: Bool) -> Self {
    Self(placeholder: "PATH", meaning: "the path of a value", isRequired: isRequired)
  }

  fileprivate static func number(_ placeholder: String, isRequired: Bool = true) -> Self {
    Self(placeholder: placeholder, meaning: "the number of a commit", isRequired: isRequired)
  }
}

extension Command {
  /// The name and the arguments, for the help.
  var usage: String {
    ([rawValue] + arguments.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" })
      .joined(separator: " ")
  }
}
