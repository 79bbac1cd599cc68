/// The commands of `sluice-explorer`.
enum Command: String, CaseIterable, Sendable {
  case log
  case record
  case replay
  case stats
  case export
  case send
  case restore
  case demo
  case checkClient = "check-client"

  /// One line for the list of commands.
  var abstract: String {
    switch self {
    case .log: "Print what happens in connected programs, line by line."
    case .record: "Record what happens in connected programs to a session file."
    case .replay: "Print a session file with its original timing."
    case .stats: "Count actions, effects and changes, in tables with bars."
    case .send: "Dispatch an action in a program."
    case .restore: "Restore an earlier state in a program."
    case .export: "Convert a session file to a test or a picture."
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

  var arguments: [Argument] {
    switch self {
    case .log, .demo: []
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
    case .stats: [Argument(placeholder: "FILE", meaning: "a session file", isRequired: false)]
    case .checkClient:
      [Argument(placeholder: "ROLE", meaning: "program or viewer", isRequired: true)]
    }
  }

  /// The text above the options in the command's help.
  var discussion: String {
    switch self {
    case .log:
      """
      Waits for programs that have registered an ExplorerInterceptor, and prints a line for
      each action and each of its changes:

        +  added      -  removed      ~  old value → new value      >  moved

      With --json, each line is a JSON object. Control characters are printed as visible escapes
      such as \\u{1B}, in JSON as \\u001b, so that parsed values are those that the program sent.

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

      Waits for the program and its answer. Other sluice-explorers may run at the same time.
      """
    case .record:
      """
      Waits for programs and writes each record that they send to FILE at once, one on a line, so
      that a kill loses at most the last record. Only you can read the file. FILE may be - for
      standard output. A program can also record by itself, with the endpoint file:PATH.

      With a filter, changes of omitted actions are recorded with the next action that matches.

      Ends when interrupted.
      """
    case .replay:
      """
      Prints what sluice-explorer record or a program has written, with the recorded times. FILE
      may be - for standard input. Pauses longer than 5 s are shortened to 5 s.

      Damaged lines are reported by number, and the others printed.
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
      swift-test is the source of a test that repeats the actions of a session, and fails at the
      first commit whose changes differ. See StoreRecording in the documentation of SluiceTesting.
      No text of the file becomes source code; the places to complete are marked.

      svg is a picture of the log, in its colours, for a page or a report. FILE may be - for
      standard input. A session has one record on each line, so that head can shorten it.
      """
    case .demo:
      """
      Runs a shop with an actual store, and prints its log over a real socket in a private
      directory, until the shop closes and prints its revenue.

      To run the shop and the log in two terminals, start --watch in one and --app in the other.
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
      ]
    case .record:
      [
        Example("sluice-explorer record bug.session", "Record all programs."),
        Example("sluice-explorer record --filter app:Shop x.session", "Record one program."),
        Example("sluice-explorer record - | gzip > x.session.gz", "Compress the session."),
      ]
    case .replay:
      [
        Example("sluice-explorer replay bug.session", "Replay with the recorded timing."),
        Example(
          "sluice-explorer replay --speed max --json bug.session | jq .",
          "Print all at once."
        ),
        Example("sluice-explorer replay --step --filter changed:cart bug.session", "Step by step."),
      ]
    case .stats:
      [
        Example("sluice-explorer stats", "Count what programs do."),
        Example("sluice-explorer stats bug.session", "Count a session."),
      ]
    case .export:
      [
        Example(
          "sluice-explorer export bug.session --to swift-test > BugTest.swift",
          "Create a test."
        ),
        Example(
          "head -n 30 bug.session | sluice-explorer export - --to svg > bug.svg",
          "Create a picture."
        ),
      ]
    case .demo:
      [
        Example("sluice-explorer demo", "Watch the shop."),
        Example("sluice-explorer demo --seed 7 | grep failed", "Find failures in another shop."),
        Example("sluice-explorer demo --app --forever", "Run a shop for another terminal."),
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

extension Command {
  /// The name and the arguments, for the help.
  var usage: String {
    ([rawValue] + arguments.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" })
      .joined(separator: " ")
  }
}
