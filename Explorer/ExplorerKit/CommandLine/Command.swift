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
    case .log: "Show what happens in the programs that connect, line by line."
    case .record: "Write all that arrives to a session file."
    case .replay: "Show a session file as if it happened now."
    case .stats: "Count actions, effects and changes: a table with bars."
    case .send: "Dispatch an action in a program that allows it."
    case .restore: "Put a program that allows it back to an earlier state."
    case .export: "Make something else of a session file: a test, or a picture."
    case .demo: "Watch a small shop that runs by itself: the first thing to try."
    case .checkClient: "Test another implementation of the protocol."
    }
  }

  /// What stands behind the command's name.
  struct Argument: Hashable, Sendable {
    let placeholder: String
    /// For a sentence, behind “the command needs”.
    let meaning: String
    let isRequired: Bool
  }

  var arguments: [Argument] {
    switch self {
    case .log, .demo: []
    case .send:
      [
        Argument(placeholder: "TYPE", meaning: "the action's type", isRequired: true),
        Argument(placeholder: "JSON", meaning: "what the action carries", isRequired: false),
      ]
    case .restore:
      [Argument(placeholder: "N", meaning: "the number of a commit", isRequired: true)]
    case .record:
      [Argument(placeholder: "FILE", meaning: "a name for the new file", isRequired: true)]
    case .replay, .export:
      [Argument(placeholder: "FILE", meaning: "a session file", isRequired: true)]
    case .stats: [Argument(placeholder: "FILE", meaning: "a session file", isRequired: false)]
    case .checkClient:
      [Argument(placeholder: "ROLE", meaning: "program or viewer", isRequired: true)]
    }
  }

  /// What stands above the options in the command's own help.
  var discussion: String {
    switch self {
    case .log:
      """
      Waits for programs that have registered an ExplorerInterceptor, and prints a line for
      each action and for each thing that it changed:

        +  added      -  removed      ~  old value → new value      >  moved

      With --json there is one JSON object on each line instead. Characters that could act on
      a terminal are written as visible escapes such as \\u{1B}; in JSON as its own, \\u001b, so
      that every value is what the program sent.

      Where a sluice-explorer listens already, this one attaches to it and shows the same; when
      that one ends, this one takes its place.

      Ends when it is interrupted, or when its output is closed.
      """
    case .send:
      """
      Dispatches an action of the type TYPE, made of JSON, and prints the commit that comes of it.
      The program has to allow it: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }.

      JSON may be @FILE for what a file holds, and - for standard input. What begins with a dash
      and is no number stands behind --.

      Waits for the program, and for its answer. Works beside other sluice-explorers.
      """
    case .restore:
      """
      Puts the state after commit N in the place of the current one; 0 is the state from before
      the first. No effect is set off. The program has to allow it, and to hold the state still:
      ExplorerInterceptor { $0.allowsRestore = true } holds the last 64 from when an Explorer
      connects. Of a Decodable state, a sluice-explorer that listens already has earlier ones.

      Waits for the program, and for its answer. Works beside other sluice-explorers.
      """
    case .record:
      """
      Waits for programs and writes what they send to FILE, one record a line, as it comes: a
      kill loses at most the last record. Only you can read the file. FILE is - for standard
      output. A program can also record by itself, with the endpoint file:PATH.

      With a filter, what is passed over is joined to the next action that is not.

      Ends when it is interrupted.
      """
    case .replay:
      """
      Shows what sluice-explorer record or a program has written, with the times of then. FILE is
      - for standard input. Pauses longer than 5 s are shortened to 5 s.

      A damaged line is named, and the rest is shown.
      """
    case .stats:
      """
      Shows which actions come how often and how long they are reduced, how effects fare and how
      long they take, and which parts of the state change most.

      Without FILE it counts what programs send: on a terminal as it happens, on a pipe at the
      end. With FILE it counts a session; FILE is - for standard input.

      Ends when it is interrupted, or at the end of the file.
      """
    case .export:
      """
      swift-test is the source of a test that does the actions of a session again, and fails at the
      first commit whose changes differ. See StoreRecording in the documentation of SluiceTesting.
      Nothing that the file says becomes source: the places to fill in are marked.

      svg is a picture of the log, in its colours, for a page or a report. FILE may be - for
      standard input, and a session is a record a line: head shortens it.
      """
    case .demo:
      """
      Opens a shop with an actual store, and shows what happens in it over a real socket in a
      private directory, until the shop closes and says what it earned.

      The shop and the watcher are also to be had apart, for two terminals: start --watch in
      one and --app in the other.
      """
    case .checkClient:
      """
      Listens at the endpoint, waits for a client that somebody else has written, and plays the
      other side for it. Prints a line for each rule of the page “The wire” in the documentation:
      its section, the rule, and what the client does instead.

      A program should commit a few times a second, with changes. A viewer reports what it has read:
      on a commit of the type CheckClient.Report it sends “restore” with the state that it has.

      No other sluice-explorer may listen there. The exit code is 0 if all is well, and 76 if not.
      """
    }
  }

  var examples: [Example] {
    switch self {
    case .log:
      [
        Example("sluice-explorer log", "Watch whatever connects."),
        Example("sluice-explorer log --json | jq .action.type", "Only the types of the actions."),
        Example("sluice-explorer log --filter 'changed:todos or failed'", "Only some of it."),
        Example("sluice-explorer log --endpoint unix:/run/me/x.sock", "Listen at another place."),
      ]
    case .send:
      [
        Example("sluice-explorer send Reset", "An action that carries nothing."),
        Example(#"sluice-explorer send AddTodo '{"title":"Milk"}'"#, "One that does."),
        Example("sluice-explorer send LoadTodos @todos.json", "Much, from a file."),
        Example("sluice-explorer send Reset --app Todo --store main", "In one store of several."),
      ]
    case .restore:
      [
        Example("sluice-explorer restore 41", "As it was after commit 41."),
        Example("sluice-explorer restore 0 --app Todo", "As it was at first, in one program."),
      ]
    case .record:
      [
        Example("sluice-explorer record bug.session", "Record what connects."),
        Example("sluice-explorer record --filter app:Shop x.session", "Only one program."),
        Example("sluice-explorer record - | gzip > x.session.gz", "Packed."),
      ]
    case .replay:
      [
        Example("sluice-explorer replay bug.session", "See it happen again."),
        Example("sluice-explorer replay --speed max --json bug.session | jq .", "All at once."),
        Example("sluice-explorer replay --step --filter changed:cart bug.session", "By Enter."),
      ]
    case .stats:
      [
        Example("sluice-explorer stats", "Count what happens now."),
        Example("sluice-explorer stats bug.session", "Count what was recorded."),
      ]
    case .export:
      [
        Example("sluice-explorer export bug.session --to swift-test > BugTest.swift", "A test."),
        Example(
          "head -n 30 bug.session | sluice-explorer export - --to svg > bug.svg",
          "A picture."
        ),
      ]
    case .demo:
      [
        Example("sluice-explorer demo", "Watch the shop."),
        Example("sluice-explorer demo --seed 7 | grep failed", "What fails in another shop."),
        Example("sluice-explorer demo --app --forever", "A shop to watch from elsewhere."),
      ]
    case .checkClient:
      [
        Example("sluice-explorer check-client program", "Test what a program sends."),
        Example("sluice-explorer check-client viewer", "Test what a viewer reads."),
      ]
    }
  }

  /// A command line with what it is for.
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
