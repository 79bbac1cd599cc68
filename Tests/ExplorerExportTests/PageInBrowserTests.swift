import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The page of a session as its reader uses it.
@Suite(.inTurn, .inBrowser)
struct PageInBrowserTests {
  private static let rows = ".commits .row .name"

  @Test func `commits are listed, and the selected one is shown`() throws {
    try BrowserPage.open { page in
      #expect(try page.text("h1") == "Todo/main")
      #expect(try page.text(".about").contains("5 commits · 3 runs of effects"))
      #expect(try page.texts(Self.rows) == ["AddTodo", "toggle", "Session.began", "Sort"])
      #expect(try page.text(".commits .gap").hasPrefix("Commits 4 to 5 are missing"))
      #expect(try page.texts("[role=tab][aria-selected=true]") == ["Action"])
      #expect(try page.text("#panel-action").contains("Todo/Main.swift:12 in add()"))
      try page.press("ArrowDown", "ArrowDown")
      #expect(try page.text("#panel-action h2") == "Session.began")
      #expect(try page.text("#panel-action .values").contains("<redacted>"))
      #expect(try page.text("[aria-selected=true] .name") == "Session.began")
      try page.press("2")
      #expect(try page.text("#panel-changes") == "~count 1 → 2.5")
      try page.press("ArrowDown")
      #expect(try page.text("#panel-changes").hasPrefix("Commits 4 to 5 are missing"))
      // Numbers keep all their digits.
      try page.press("End", "3")
      #expect(try page.text(".state").contains("count:9007199254740993"))
    }
  }

  /// Filters with the commits that they admit; `nil` if the filter can't be parsed.
  private static let filters: [(text: String, names: [String]?)] = [
    ("milk", ["AddTodo"]), ("MILK", []),
    ("type:*o*", ["AddTodo", "toggle", "Session.began", "Sort"]),
    ("changed:todos[0].done", ["AddTodo", "toggle"]),
    ("changed:count", ["AddTodo", "Session.began"]), ("payload:Milk", ["AddTodo"]),
    ("from:Main.swift:12", ["AddTodo"]), ("from:Main.swift:13", []), ("cause:1", ["toggle"]),
    ("effect:save not milk", ["toggle"]), ("slow:>2us", ["AddTodo"]), ("failed", ["AddTodo"]),
    ("failed or type:sort", ["AddTodo", "Sort"]), ("(milk or toggle) changed:count", ["AddTodo"]),
    ("changed:**.done and cause:1", ["toggle"]), (#""no luck""#, []), ("nonsense:x", nil),
    ("(milk", nil), ("milk )", nil), ("slow:fast", nil), ("cause:99", nil), ("not", nil),
  ]

  @Test func `a search narrows the list, and reports what it can't parse`() throws {
    try BrowserPage.open { page in
      for (text, names) in Self.filters {
        try page.press("/")
        try page.evaluate("explorer.search.select()")
        try page.type(text)
        if let names {
          #expect(try page.texts(Self.rows) == names, "\(text)")
          #expect(try page.text("#found").hasPrefix("\(names.count) commit"), "\(text)")
        } else {
          #expect(try page.evaluate("explorer.search.ariaInvalid") == "true", "\(text)")
          #expect(try page.text("#found.error").isEmpty == false, "\(text)")
        }
        try page.press("Enter")
      }
    }
  }

  @Test func `a state unfolds, and its leaves show their reasons`() throws {
    try BrowserPage.open { page in
      try page.press("ArrowDown", "3")
      #expect(try page.text(".state .touched").contains("done"))
      let rows = "document.querySelectorAll('.state [role=treeitem]')"
      let count = try page.evaluate("\(rows).length")
      try page.evaluate("explorer.panes.tree.element.focus()")
      try page.expect([
        (["Home"], "document.activeElement.ariaLabel", "State after the commit"),
        (["ArrowLeft"], "[\(rows).length, \(rows)[0].ariaExpanded]", [1, "false"]),
        (["ArrowRight"], "[\(rows).length, \(rows)[0].ariaExpanded]", [count, "true"]),
      ])
      // state, todos, [0], id, title, done
      try page.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "w")
      let answer = try page.text(".answer")
      #expect(answer.hasPrefix("todos[0].done is true because of"))
      #expect(answer.contains("~ todos[0].done: false → true"))
      #expect(answer.contains("sent by the effect Todos.save #1, set off by"))
      #expect(try page.text(".answer li + li button").hasPrefix("1 AddTodo"))
      try page.evaluate("document.querySelector('.answer li + li button').click()")
      #expect(try page.text(".commits [aria-selected=true] .name") == "AddTodo")
    }
  }

  @Test func `causes, effects and statistics are shown`() throws {
    let pins = try ["count", "todos[id:1].done", "todos"].map { try StatePath(parsing: $0) }
    try BrowserPage.open(SmallSession.exported().page(pins: pins)) { page in
      try page.press("4")
      let cause = try page.text("#panel-cause")
      #expect(cause.contains("Todos.save #2, failed after 300 ms: no <luck>"))
      #expect(try page.text(".descendants").contains("toggle"))
      try page.press("5")
      #expect(try page.texts(".runs .row").count == 3)
      #expect(try page.text(".runs .alive").contains("Clock.tick #3, under way"))
      let inked = """
        [...document.querySelector('canvas').getContext('2d').getImageData(0, 0, 500, 100).data]
          .some((byte) => byte !== 0)
        """
      #expect(try page.evaluate(inked) == true)
      try page.press("6")
      let plots = try page.texts("figcaption")
      try #require(plots.count == 5)
      #expect(plots[2] == "count from 0 to 9,007,199,254,740,992, at the end 9,007,199,254,740,992")
      #expect(plots[3].hasPrefix("todos[id:1].done from 0 to 1"))
      #expect(plots[4] == "todos from 0 to 1, at the end 0")
      #expect(try page.texts("caption") == ["Actions", "Effects", "What changes"])
    }
  }

  @Test func `a run is selected by a touch near its bar`() throws {
    let picked = """
      (() => {
        explorer.tabs.select('effects');
        const { effects } = explorer;
        const [, run] = effects.lanes.get('Todos.save');
        const [left, length] = effects.bar(run, effects.scroller.clientWidth);
        return [15, 40].map((distance) => {
          effects.list.select(0);
          effects.pick({ offsetX: left + length + distance, offsetY: 20 });
          return effects.list.current;
        });
      })()
      """
    try BrowserPage.expect([1, 0], of: picked)
  }

  @Test func `an identifier is cut before more informative parts of its row`() throws {
    let (id, short) = ("CD8052BF-EAFE-4DC5-A103-B029280B12AF", #""CD80…""#)
    let action = WireRecord.Action(type: "AddTodo", payload: ["id": .string(id), "title": "Milk"])
    var commit = WireRecord.Commit(number: 1, time: SmallSession.start, action: action)
    commit.changes = [.add(["todos", 0], ["id": .string(id)])]
    let state = WireRecord.state(.init(number: 0, state: ["todos": []]))
    try BrowserPage.open(ExportedSession(of: [state, .commit(commit)]).page()) { page in
      let shown = try page.texts(".commits .row .action, .commits .row .brief")
      #expect(shown == ["AddTodo(id: \(short), title: \"Milk\")", "+ todos[0]: {id: \(short)}"])
      #expect(try page.text("#panel-action").contains(id))
    }
  }

  @Test func `a row counts what it has no room for, and shows the end of a path`() throws {
    let path = "\"catalogue\",\"departments\",12,\"products\",3,\"stock\""
    let page = SessionText.page(#"{"count":0}"#, commits: 1) { _ in
      """
      "omittedChanges":3,"changes":[{"kind":"set","path":[\(path)],"old":6,"new":4},\
      {"kind":"set","path":["count"],"old":0,"new":1}]
      """
    }
    // What says how many there are is seen whatever the rest takes.
    let fits = """
      (() => {
        const { element } = explorer.list;
        const text = element.querySelector('.row .brief').textContent;
        element.style.width = '400px';
        const more = element.querySelector('.more').getBoundingClientRect();
        const row = element.querySelector('.row').getBoundingClientRect();
        return [text, more.width > 50 && more.right <= row.right];
      })()
      """
    let shown: Tree = ["~ …].products[3].stock: 6 → 4 and 4 more", true]
    try BrowserPage.expect(shown, of: fits, in: page)
  }

  @Test func `what is printed has all commits and the state`() throws {
    try BrowserPage.open { page in
      try page.evaluate("dispatchEvent(new Event('beforeprint'))")
      let printed = try page.evaluate("document.querySelector('.printed').textContent")
      for part in ["AddTodo", "Sort", "count: 1"] {
        #expect(printed.text?.contains(part) == true, "\(printed)")
      }
      #expect(try page.printed() > 10_000)
    }
  }

  @Test func `of 10,000 commits only visible ones have rows`() throws {
    // After a jump, rows that went out of sight are those that came into it.
    let jump = """
      (() => {
        const { list } = explorer;
        const before = new Set(list.rows.values());
        list.element.scrollTop = 5000 * list.rowHeight;
        list.draw();
        const row = list.rows.get(5000);
        return [[...list.rows.values()].every((one) => before.has(one)), row.ariaPosInSet,
          row.querySelector('.number').textContent, row.offsetTop + row.parentElement.offsetTop,
          row.ariaSelected];
      })()
      """
    let isShort = "document.querySelectorAll('.commits .row').length < 100"
    try BrowserPage.open(SessionText.toggles(10_000)) { page in
      try page.expect([
        // What takes the time are rows: only those that are seen are made.
        ([], isShort, true), ([], "document.querySelectorAll('#page *').length < 2000", true),
        (["End", "3"], "explorer.store.stateAfter(9999).count", 10_000),
        ([], "document.querySelector('.state .touched').innerText.includes('done')", true),
        ([], isShort, true), ([], jump, [true, "5001", "5001", 120_000, "false"]),
      ])
      try page.press("Escape", "g", "/")
      try page.type("changed:todos[7].done")
      #expect(try page.text("#found").hasPrefix("50 commits of 10,000"))
    }
  }
}

/// Keys work wherever the focus is, but where text is typed.
@Suite(.inTurn, .inBrowser)
struct PageKeysTests {
  private static let current = "explorer.list.current"

  @Test(arguments: [
    "h1", ".about", "summary", "#tab-action", "#tab-statistics", "#panel-action h2", ".left label",
    ".commits .row", ".commits",
  ])
  func `keys work after a click`(on place: String) throws {
    try BrowserPage.open(SessionText.toggles(100)) { page in
      try page.click(place)
      if place.hasSuffix("label") { try page.press("Escape") }
      try page.evaluate("explorer.list.select(10)")
      let isOpen = try page.evaluate("explorer.help.open")
      try page.expect([
        (["j", "ArrowDown", "k", "ArrowDown"], Self.current, 12), (["G"], Self.current, 99),
        (["g", "PageDown"], "explorer.list.current > 10", true),
        (["3"], "explorer.tabs.current", "state"),
        (["w"], "document.querySelector('.answer .title').innerText.startsWith('todos[')", true),
        (["?"], "explorer.help.open", isOpen == true ? false : true),
      ])
      try page.press("/")
      try page.type("j3")
      #expect(try page.evaluate("explorer.search.value") == "j3")
    }
  }

  @Test func `a text field has its keys, and so has a button`() throws {
    let shown = "[explorer.tabs.current, explorer.help.open]"
    try BrowserPage.open(SessionText.toggles(100)) { page in
      try page.expect([
        (["/", "j", "3", "?", "w"], "explorer.search.value", "j3?w"),
        ([], shown, ["action", false]),
      ])
      try page.evaluate(
        """
        explorer.search.value = '';
        explorer.filter();
        explorer.tabs.select('effects');
        explorer.tabs.tabs[4].button.focus();
        """
      )
      let back = Array(repeating: "ArrowLeft", count: 5)
      try page.expect([
        (["ArrowRight"], shown, ["statistics", false]), (back, shown, ["action", false]),
        (["3"], "document.querySelector('summary').focus()", .null),
        // Enter presses a button: it opens the help, and no commit.
        (["Enter"], shown, ["state", true]),
      ])
    }
  }

  @Test func `a focused panel scrolls, and letters still select commits`() throws {
    try BrowserPage.open(SessionText.toggles(100)) { page in
      try page.press("6")
      try page.evaluate(
        """
        explorer.pin(['count']);
        explorer.statistics.panel.style.maxHeight = '200px';
        explorer.statistics.panel.focus();
        """
      )
      try page.expect([
        (["End", "PageDown", "ArrowDown"], Self.current, 0), (["j"], Self.current, 1),
      ])
    }
  }
}
