import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The page does little work also where a session has long values, many changes or many causes.
@Suite(.inTurn, .inBrowser)
struct LongPageTests {
  @Test func `of many causes the nearest and the first are shown`() async throws {
    let page = SessionText.page("0", commits: 3_000) {
      #""cause":{"commit":\#($0 - 1)},"changes":[]"#
    }
    try await BrowserPage.open(page) { page in
      try await page.press("End", "4")
      let links = try await page.texts(".chain > li")
      #expect(links.count == 52)
      #expect(links.first?.hasPrefix("3000 A") == true && links[49].hasPrefix("2951 A"))
      #expect(links[50] == "2,949 more commits")
      #expect(links.last?.hasPrefix("1 A") == true)
    }
  }

  @Test func `a long value becomes text on request`() async throws {
    let page = SessionText.page("[]", commits: 1) { _ in
      #""changes":[{"kind":"set","path":[],"old":[],"new":[]}]"#
    }
    let reads = """
      (() => {
        let reads = 0;
        const list = Array.from({ length: 50000 }, (_, index) => index);
        const { changes } = explorer.store.entries[0];
        changes[0].new = new Proxy(list, { get(target, key) { reads += 1; return target[key]; } });
        explorer.panes.show(0, 'changes');
        const before = reads;
        explorer.panes.changes.querySelector('button').click();
        return [before < 2000, reads > 50000,
          explorer.panes.changes.querySelector('.new').textContent.endsWith('49999]')];
      })()
      """
    try await BrowserPage.expect([true, true, true], of: reads, in: page)
  }

  @Test func `a text is cut where it is too long, and only there`() async throws {
    let page = SessionText.page(#""""#, commits: 4) { number in
      let text = String(repeating: "x", count: [598, 599, 600, 90_000][number - 1])
      return #""changes":[{"kind":"set","path":[],"old":"","new":"\#(text)"}]"#
    }
    let shown = """
      [0, 1, 2, 3].map((index) => {
        explorer.panes.show(index, 'changes');
        const element = explorer.panes.changes.querySelector('.new');
        const more = explorer.panes.changes.querySelector('button');
        more?.click();
        return [more !== null, element.textContent.length];
      })
      """
    let lengths: Tree = [[false, 600], [true, 601], [true, 602], [true, 90_002]]
    try await BrowserPage.expect(lengths, of: shown, in: page)
  }

  @Test func `what is searched of a commit is bounded`() async throws {
    let change =
      #"{"kind":"set","path":["k"],"old":"a","new":"\#(String(repeating: "y", count: 900))"}"#
    let page = SessionText.page(#"{"k":""}"#, commits: 2) { _ in
      #""changes":[\#(Array(repeating: change, count: 500).joined(separator: ","))]"#
    }
    try await BrowserPage.open(page) { page in
      try await page.press("/")
      try await page.type("nowhere or yyy")
      #expect(try await page.text("#found").hasPrefix("2 commits"))
      let isBounded = "explorer.store.entries.every((one) => one.haystack.length < 12000)"
      #expect(try await page.evaluate(isBounded) == true)
    }
  }

  /// Each change replaces the whole, without what it replaces; only one part of it is another one.
  @Test func `going back over a segment replays it about once`() async throws {
    let page = SessionText.page(#"{"doc":{"title":"x","n":0}}"#, commits: 900) {
      #""changes":[{"kind":"set","path":["doc"],"new":{"title":"x","n":\#($0)}}]"#
    }
    let asked = """
      (() => {
        let reads = 0;
        for (const entry of explorer.store.entries) {
          const { changes } = entry;
          Object.defineProperty(entry, 'changes', { get() { reads += 1; return changes; } });
        }
        const answer = explorer.why(['doc', 'title'], 899);
        const states = [0, 31, 32, 33, 500, 31, 899].map(
          (index) => explorer.store.stateAfter(index).doc.n);
        return [answer.beginning, reads < 50000, states];
      })()
      """
    let answer: Tree = [0, true, [1, 32, 33, 34, 501, 32, 900]]
    try await BrowserPage.expect(answer, of: asked, in: page)
  }
}
