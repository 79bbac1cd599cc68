extension Command {
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

      Ends when interrupted, or at the end of the file. With --json, prints one object then.
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

      With a filter, changes of omitted actions are part of the next action that matches: it hides
      actions, and not the state. To leave out a value, redact its path.

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
      runs log or watch.
      """
    case .history:
      """
      Prints each commit that changed the value at PATH, or something in or around it, with the value
      after it.

      PATH is written as cart[0].price. todos[id:4].done is a part of the element whose id is 4,
      wherever it stands. An element that is named by its place is the one that stands there at the end,
      which is the last commit, or with --at commit N.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log or watch.
      """
    case .show:
      """
      Prints all that is known of commit N, and cuts nothing: its action, where it came from, what led
      to it and what it led to, how long it took, and what it changed.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log or watch.
      """
    case .state:
      """
      Prints the last state, or with --at the one after commit N, as a tree. With PATH it is that part.

      FILE is a session file, or - for standard input. What names a file is no path: write ./cart
      for the file and cart FILE for the path where both would do. Without FILE, asks the
      sluice-explorer that runs log or watch.
      """
    case .diff:
      """
      Prints the changes that make the state after commit B of that after commit A.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log or watch.
      """
    case .blame:
      """
      Prints each value of the state, or of its part at PATH, behind the commit that last changed it,
      as git blame does with lines.

      FILE is a session file, or - for standard input. What names a file is no path. Without FILE,
      asks the sluice-explorer that runs log or watch.
      """
    case .diagnostics:
      """
      Prints each problem that the store noticed in its use, how often and when last, with its cause
      and its cure: something registered twice, an action that nothing takes, an observer that is
      slow. The page “What the store tells you” of the documentation has all of them.

      FILE is a session file, or - for standard input. Without FILE, asks the sluice-explorer that
      runs log or watch.
      """
    case .mcp:
      """
      Answers on standard input and output as a server of the Model Context Protocol, for assistants
      that start it: what programs did, why a value is what it is, what changed, failed and took long.
      Speaks the revisions 2026-07-28, 2025-11-25 and 2025-06-18, one message a line.

      Without FILE, watches connected programs, beside other sluice-explorers, and asks the one that
      listens for what it holds. If that holds nothing, the past begins with its own start, and with
      the last actions that a program kept from before. With FILE, it is about that session.

      Nothing can be changed, unless --allow-commands adds the tools dispatch and restore, for programs
      that accept them. What programs withheld is in no answer. Everything that a program said stands in
      the fields of answers, and the instructions for assistants say that it is data.

      Ends at the end of its input.
      """
    }
  }
}
