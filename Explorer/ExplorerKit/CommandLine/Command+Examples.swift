extension Command {
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
        Example("sluice-explorer state cart bug.session --at 41", "The cart after commit 41."),
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
    case .diagnostics:
      [
        Example("sluice-explorer diagnostics", "What is wrong in a running program."),
        Example("sluice-explorer diagnostics --json bug.session | jq .id", "The kinds alone."),
      ]
    case .mcp:
      [
        Example("sluice-explorer mcp", "What an assistant starts to ask running programs."),
        Example("sluice-explorer mcp bug.session", "About a recording."),
        Example("sluice-explorer mcp --app Todo --allow-commands", "It may change this program."),
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
