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
    try await BrowserPage.open(page: SessionText.toggles(100)) { page in
      try await page.click(place)
      if place.hasSuffix("label") { try await page.press("Escape") }
      try await page.evaluate("explorer.list.select(10)")
      try await page.press("j", "ArrowDown", "k", "ArrowDown")
      #expect(try await page.evaluate(Self.current) == 12)
      try await page.press("G")
      #expect(try await page.evaluate(Self.current) == 99)
      try await page.press("g", "PageDown")
      #expect(try await page.evaluate("explorer.list.current > 10") == true)
      try await page.press("3")
      #expect(try await page.evaluate("explorer.tabs.current") == "state")
      try await page.press("w")
      #expect(try await page.text(".answer .title").hasPrefix("todos["))
      let isOpen = try await page.evaluate("explorer.help.open")
      try await page.press("?")
      #expect(try await page.evaluate("explorer.help.open") != isOpen)
      try await page.press("/")
      try await page.type("j3")
      #expect(try await page.evaluate("explorer.search.value") == "j3")
    }
  }

  @Test func `a text field has its keys, and so has a button`() async throws {
    try await BrowserPage.open(page: SessionText.toggles(100)) { page in
      try await page.press("/", "j", "3", "?", "w")
      #expect(try await page.evaluate("explorer.search.value") == "j3?w")
      #expect(
        try await page.evaluate("[explorer.tabs.current, explorer.help.open]") == ["action", false]
      )
      try await page.evaluate("explorer.search.value = ''; explorer.filter()")
      try await page.evaluate("explorer.tabs.select('effects')")
      try await page.evaluate("explorer.tabs.tabs[4].button.focus()")
      try await page.press("ArrowRight")
      #expect(try await page.evaluate("explorer.tabs.current") == "statistics")
      try await page.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft")
      #expect(try await page.evaluate("explorer.tabs.current") == "action")
      // Enter presses a button: it opens the help, and no commit.
      try await page.press("3")
      try await page.evaluate("document.querySelector('summary').focus()")
      try await page.press("Enter")
      #expect(
        try await page.evaluate("[explorer.tabs.current, explorer.help.open]") == ["state", true]
      )
    }
  }

  @Test func `a focused panel scrolls, and letters still select commits`()
    async throws
  {
    try await BrowserPage.open(page: SessionText.toggles(100)) { page in
      try await page.press("6")
      try await page.evaluate(
        """
        explorer.pin(['count']);
        explorer.statistics.panel.style.maxHeight = '200px';
        explorer.statistics.panel.focus();
        """
      )
      try await page.press("End", "PageDown", "ArrowDown")
      #expect(try await page.evaluate(Self.current) == 0)
      try await page.press("j")
      #expect(try await page.evaluate(Self.current) == 1)
    }
  }
}
