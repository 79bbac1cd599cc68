import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Keys work wherever the focus is, but where text is typed.
@Suite(.inTurn, .inBrowser)
struct PageKeysTests {
  private static let current = "explorer.list.current"

  @Test(arguments: [
    "h1", ".about", "summary", "#tab-action", "#tab-statistics", "#panel-action h2", ".left label",
    ".commits .row", ".commits",
  ])
  func `keys work after a click`(on place: String) async throws {
    try await BrowserPage.open(SessionText.toggles(100)) { page in
      try await page.click(place)
      if place.hasSuffix("label") { try await page.press("Escape") }
      try await page.evaluate("explorer.list.select(10)")
      let isOpen = try await page.evaluate("explorer.help.open")
      try await page.expect([
        (["j", "ArrowDown", "k", "ArrowDown"], Self.current, 12), (["G"], Self.current, 99),
        (["g", "PageDown"], "explorer.list.current > 10", true),
        (["3"], "explorer.tabs.current", "state"),
        (["w"], "document.querySelector('.answer .title').innerText.startsWith('todos[')", true),
        (["?"], "explorer.help.open", isOpen == true ? false : true),
      ])
      try await page.press("/")
      try await page.type("j3")
      #expect(try await page.evaluate("explorer.search.value") == "j3")
    }
  }

  @Test func `a text field has its keys, and so has a button`() async throws {
    let shown = "[explorer.tabs.current, explorer.help.open]"
    try await BrowserPage.open(SessionText.toggles(100)) { page in
      try await page.expect([
        (["/", "j", "3", "?", "w"], "explorer.search.value", "j3?w"),
        ([], shown, ["action", false]),
      ])
      try await page.evaluate(
        """
        explorer.search.value = '';
        explorer.filter();
        explorer.tabs.select('effects');
        explorer.tabs.tabs[4].button.focus();
        """
      )
      let back = Array(repeating: "ArrowLeft", count: 5)
      try await page.expect([
        (["ArrowRight"], shown, ["statistics", false]), (back, shown, ["action", false]),
        (["3"], "document.querySelector('summary').focus()", .null),
        // Enter presses a button: it opens the help, and no commit.
        (["Enter"], shown, ["state", true]),
      ])
    }
  }

  @Test func `a focused panel scrolls, and letters still select commits`() async throws {
    try await BrowserPage.open(SessionText.toggles(100)) { page in
      try await page.press("6")
      try await page.evaluate(
        """
        explorer.pin(['count']);
        explorer.statistics.panel.style.maxHeight = '200px';
        explorer.statistics.panel.focus();
        """
      )
      try await page.expect([
        (["End", "PageDown", "ArrowDown"], Self.current, 0), (["j"], Self.current, 1),
      ])
    }
  }
}
