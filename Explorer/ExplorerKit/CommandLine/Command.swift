/// What `sluice-explorer` can be told to do.
enum Command: String, CaseIterable, Sendable {
  case log
  case demo

  /// One line for the list of commands.
  var abstract: String {
    switch self {
    case .log: "Show what happens in the programs that connect, line by line."
    case .demo: "Watch a small shop that runs by itself: the first thing to try."
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
      a terminal are written as visible escapes such as \\u{1B}, in JSON as well.

      Where a sluice-explorer listens already, this one attaches to it and shows the same; when
      that one ends, this one takes its place.

      Ends when it is interrupted, or when its output is closed.
      """
    case .demo:
      """
      Opens a shop with an actual store, and shows what happens in it over a real socket in a
      private directory, until the shop closes and says what it earned.

      The shop and the watcher are also to be had apart, for two terminals: start --watch in
      one and --app in the other.
      """
    }
  }

  var examples: [Example] {
    switch self {
    case .log:
      [
        Example("sluice-explorer log", "Watch whatever connects."),
        Example("sluice-explorer log --json | jq .action.type", "Only the types of the actions."),
        Example("sluice-explorer log --endpoint unix:/run/me/x.sock", "Listen at another place."),
      ]
    case .demo:
      [
        Example("sluice-explorer demo", "Watch the shop."),
        Example("sluice-explorer demo --seed 7 | grep failed", "What fails in another shop."),
        Example("sluice-explorer demo --app --forever", "A shop to watch from elsewhere."),
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
