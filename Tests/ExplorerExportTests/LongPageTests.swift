import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A list that scrolls changes little: what it changes is laid out and painted again.
@Suite(.inTurn, .inBrowser)
struct ScrollingPageTests {
  /// A page of a thousand commits.
  private static func page() -> [UInt8] {
    let long = String(repeating: "long ", count: 60)
    return SessionText.page(#"{"count":0}"#, commits: 1_000) { number in
      """
      "action":{"type":"Add","payload":{"n":\(number),"text":"\(long)"}},"changes":[\
      {"kind":"set","path":["count"],"old":\(number),"new":"\(long)"}]
      """
    }
  }

  /// Scrolls by a row a frame; returns for each which rows changed, and how many nodes came or went.
  private static let scrolled = """
    (async () => {
      const { list } = explorer;
      const frame = () => new Promise(requestAnimationFrame);
      // Each place within a block, so that there are as many blocks as there will be.
      for (let step = 0; step < 8; step += 1) {
        list.element.scrollTop = (200 + step) * list.rowHeight;
        list.draw();
        while (list.missing !== undefined) await frame();
      }
      let records = [];
      new MutationObserver((more) => records.push(...more)).observe(list.element, {
        subtree: true, childList: true, attributes: true, characterData: true,
      });
      const changed = [];
      let nodes = 0;
      for (let step = 0; step < 48; step += 1) {
        list.element.scrollTop += list.rowHeight;
        // The event of scrolling comes before the first one, what it asks for at its end.
        for (let count = 0; count < 2; count += 1) await frame();
        for (const one of records) nodes += one.addedNodes.length + one.removedNodes.length;
        const rows = new Set(records.map(({ target }) => (
          (target.closest ? target : target.parentElement).closest('.row, .block, .rows'))));
        changed.push([...rows].filter((one) => one.matches('.row')).length);
        if (rows.has(list.element)) changed.push('the list');
        records = [];
      }
      return { changed, nodes };
    })()
    """

  @Test func `scrolling by a row mostly changes nothing, and at most a block`() throws {
    try BrowserPage.open(Self.page()) { page in
      let answer = try page.evaluate(Self.scrolled)
      guard case .array(let changed)? = answer["changed"] else {
        throw Browser.Failure(description: "\(answer)")
      }
      // Six blocks of eight rows come into view.
      #expect(changed.count == 48)
      #expect(changed.allSatisfy { $0 == 0 || $0 == 8 }, "\(changed)")
      #expect((5...7).contains(changed.count { $0 == 8 }), "\(changed)")
      #expect(answer["nodes"] == 0)
    }
  }

  /// Otherwise the browser paints all of a list again for each frame in which it scrolls.
  @Test func `a list is opaque, and nothing lies above its rows`() throws {
    let style = """
      (() => {
        const { element } = explorer.list;
        const { backgroundColor, outlineStyle, borderTopColor } = getComputedStyle(element);
        return [document.activeElement === element, backgroundColor, outlineStyle,
          borderTopColor !== 'rgba(0, 0, 0, 0)'];
      })()
      """
    let expected: Tree = [true, "rgb(255, 255, 255)", "none", true]
    try BrowserPage.expect(expected, of: style, in: Self.page())
  }

  /// Scrolls by 200 rows a frame, as if the bar were dragged; returns for each how many rows were made.
  private static let dragged = """
    (async () => {
      const { list } = explorer;
      const { row } = list.options;
      let made = 0;
      list.options.row = (...rest) => { made += 1; return row(...rest); };
      list.element.scrollTop = 0;
      const frames = [];
      for (let step = 0; step < 45; step += 1) {
        list.element.scrollTop += 200 * list.rowHeight;
        await new Promise(requestAnimationFrame);
        frames.push(made);
        made = 0;
      }
      list.options.row = row;
      return [Math.max(...frames), Math.ceil(list.element.clientHeight / list.rowHeight)];
    })()
    """

  /// The budget of a frame is the processor's time, which other processes don't take away.
  @Test(.unsanitized, arguments: [Screen.phone, .tablet, .wide])
  func `scrolling by 200 rows a frame keeps 60 frames a second`(on screen: Screen) throws {
    try BrowserPage.open(SessionText.toggles(10_000), on: screen) { page in
      try page.evaluate(Self.dragged)
      let before = try page.spentMilliseconds()
      let answer = try page.evaluate(Self.dragged)
      let spent = try page.spentMilliseconds() - before
      guard case .array(let counts) = answer, case .integer(let made)? = counts.first,
        case .integer(let visible)? = counts.last
      else { throw Browser.Failure(description: "\(answer)") }
      // Those that are seen, the rest of their blocks, and the block that is made ahead.
      #expect(made <= visible + 24)
      #expect(spent / 45 < 1_000 / 60)
    }
  }

  @Test func `texts of a row are as long as there is room for`() throws {
    let lengths = """
      (() => {
        const { list } = explorer;
        list.columns = 200;
        list.show(list.items);
        const row = list.rows.get(5);
        return ['.action', '.brief'].map((one) => row.querySelector(one).textContent.length);
      })()
      """
    try BrowserPage.expect([120, 60], of: lengths, in: Self.page())
  }

  @Test func `rows are those of their places after jumps, filters and the end`() throws {
    let places = """
      (async () => {
        const { list } = explorer;
        const frame = () => new Promise(requestAnimationFrame);
        const faults = [];
        const check = async (name) => {
          while (list.missing !== undefined) await frame();
          const shown = [...list.element.querySelectorAll('.row')];
          if (shown.length !== list.rows.size) faults.push(name + ': ' + shown.length);
          const active = list.element.getAttribute('aria-activedescendant');
          if (active !== (list.rows.get(list.current)?.id ?? null)) faults.push(name + ' ' + active);
          for (const row of shown) {
            const index = row.ariaPosInSet - 1;
            const number = String(explorer.store.entries[list.items[index]].number);
            const top = row.offsetTop + row.parentElement.offsetTop;
            if (row.querySelector('.number').textContent !== number
              || top !== index * list.rowHeight || list.rows.get(index) !== row) {
              faults.push(name + ': ' + index);
            }
          }
          const [top, height] = [list.element.scrollTop, list.element.clientHeight];
          for (let at = top; at < Math.min(top + height, list.items.length * list.rowHeight); at += 1) {
            if (!list.rows.has(Math.floor(at / list.rowHeight))) faults.push(name + ' at ' + at);
          }
        };
        await check('beginning');
        for (const index of [500, 37, 999, 3, 994, 0]) {
          list.element.scrollTop = index * list.rowHeight;
          list.draw();
          await check('jump to ' + index);
        }
        for (const current of [0, 8, 16, 24, 32, 40]) {
          list.select(0);
          list.select(current);
          await check('select ' + current);
          list.element.scrollTop = 500 * list.rowHeight;
          list.draw();
          await check('away from ' + current);
        }
        list.select(999);
        await check('end');
        for (const text of ['payload:77', 'payload:5', 'nothing', '']) {
          explorer.search.value = text;
          explorer.filter();
          await check('filter ' + text);
        }
        return faults;
      })()
      """
    try BrowserPage.expect([], of: places, in: Self.page())
  }
}

/// The page does little work also where a session has long values, many changes or many causes.
@Suite(.inTurn, .inBrowser)
struct LongPageTests {
  @Test func `of many causes the nearest and the first are shown`() throws {
    let page = SessionText.page("0", commits: 3_000) {
      #""cause":{"commit":\#($0 - 1)},"changes":[]"#
    }
    try BrowserPage.open(page) { page in
      try page.press("End", "4")
      let links = try page.texts(".chain > li")
      #expect(links.count == 52)
      #expect(links.first?.hasPrefix("3000 A") == true && links[49].hasPrefix("2951 A"))
      #expect(links[50] == "2,949 more commits")
      #expect(links.last?.hasPrefix("1 A") == true)
    }
  }

  @Test func `a long value becomes text on request`() throws {
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
    try BrowserPage.expect([true, true, true], of: reads, in: page)
  }

  @Test func `a text is cut where it is too long, and only there`() throws {
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
    try BrowserPage.expect(lengths, of: shown, in: page)
  }

  @Test func `what is searched of a commit is bounded`() throws {
    let change =
      #"{"kind":"set","path":["k"],"old":"a","new":"\#(String(repeating: "y", count: 900))"}"#
    let page = SessionText.page(#"{"k":""}"#, commits: 2) { _ in
      #""changes":[\#(Array(repeating: change, count: 500).joined(separator: ","))]"#
    }
    try BrowserPage.open(page) { page in
      try page.press("/")
      try page.type("nowhere or yyy")
      #expect(try page.text("#found").hasPrefix("2 commits"))
      let isBounded = "explorer.store.entries.every((one) => one.haystack.length < 12000)"
      #expect(try page.evaluate(isBounded) == true)
    }
  }

  /// Each change replaces the whole, without what it replaces; only one part of it is another one.
  @Test func `going back over a segment replays it about once`() throws {
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
    try BrowserPage.expect(answer, of: asked, in: page)
  }
}
