import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// The page on a phone, on a tablet and on a wide screen.
@Suite(.inTurn, .inBrowser)
struct PageLayoutTests {
  /// What is out of place in each tab: what must be scrolled sideways, or has no room.
  private static let faults = """
    (async () => {
      const faults = [];
      const frame = () => new Promise(requestAnimationFrame);
      const size = (one) => document.querySelector(one).getBoundingClientRect();
      explorer.pin(['count']);
      for (const help of [false, true]) {
        explorer.help.open = help;
        for (const tab of explorer.tabs.tabs) {
          explorer.tabs.select(tab.name);
          if (tab.name === 'state') explorer.panes.showWhy(['count']);
          await frame();
          const root = document.documentElement;
          if (root.scrollWidth > innerWidth) faults.push(tab.name + ' is wide');
          if (root.scrollHeight > innerHeight) faults.push(tab.name + ' is high');
          for (const one of document.querySelectorAll('header, main, .rows, [role=tabpanel], .answer')) {
            if (one.scrollWidth > one.clientWidth) faults.push(tab.name + ' ' + one.className);
          }
          if (help) continue;
          const [list, panel] = [size('.commits'), size('#panel-' + tab.name)];
          if (list.height < 5 * explorer.list.rowHeight) faults.push('list of ' + list.height);
          if (panel.height < 250) faults.push(tab.name + ' of ' + panel.height);
          const isBelow = panel.top >= list.bottom;
          const isBeside = panel.left >= list.right;
          if (innerWidth < 800 ? !isBelow : !isBeside) faults.push(tab.name + ' is misplaced');
        }
      }
      return faults;
    })()
    """

  @Test(arguments: [Screen.phone, .tablet, .wide], [false, true])
  func `everything fits, and nothing scrolls sideways`(screen: Screen, isDark: Bool) throws {
    try BrowserPage.open(on: screen, isDark: isDark) { page in
      try page.expect([
        ([], "[innerWidth, innerHeight]", screen.size), ([], Self.faults, []),
      ])
    }
  }

  /// What a finger could miss; a run's bar is also a row of the list below.
  private static let smallTargets = """
    (async () => {
      const small = new Set();
      let count = 0;
      for (const tab of explorer.tabs.tabs) {
        explorer.tabs.select(tab.name);
        if (tab.name === 'state') explorer.panes.showWhy(['count']);
        await new Promise(requestAnimationFrame);
        for (const one of document.querySelectorAll('button, input, select, summary, .row')) {
          if (!one.checkVisibility({ visibilityProperty: true })) continue;
          count += 1;
          const { width, height } = one.getBoundingClientRect();
          if (width < 44 || height < 44) small.add(one.outerHTML.slice(0, 80) + width + '×' + height);
        }
      }
      return [count > 60, ...small];
    })()
    """

  @Test func `on a phone targets are large enough for a finger`() throws {
    try BrowserPage.expect([true], of: Self.smallTargets, on: .phone)
  }

  @Test func `on a phone a run has room for its error and its cause`() throws {
    let hidden = """
      (async () => {
        explorer.showTab('effects');
        const { list } = explorer.effects;
        for (let left = 60; left > 0; left -= 1) await new Promise(requestAnimationFrame);
        const run = list.items.find((run) => run.event === 'failed');
        run.error = 'the network is down';
        list.show(list.items);
        const row = list.rows.get(list.items.indexOf(run));
        const end = row.getBoundingClientRect().bottom;
        return [...row.children].filter((one) => one.getBoundingClientRect().bottom > end).length;
      })()
      """
    try BrowserPage.expect(0, of: hidden, on: .phone)
  }

  @Test func `touches select, open, ask and scroll`() throws {
    try BrowserPage.open(SessionText.toggles(200), on: .phone) { page in
      try page.tap(".commits [aria-posinset='3']")
      #expect(try page.text("#panel-action dd") == "3")
      try page.tap("#tab-state")
      #expect(try page.texts("[role=tab][aria-selected=true]") == ["State"])
      try page.tap(".state [aria-selected=true] [data-does=why]")
      #expect(try page.text(".answer .title").hasPrefix("todos[3].done is true"))
      try page.tap(".answer > button")
      #expect(try page.evaluate("explorer.panes.answer.hidden") == true)
      try page.swipeUp(".commits", by: 200)
      let scrolled = """
        (async () => {
          const { element } = explorer.list;
          for (let left = 600; left > 0 && element.scrollTop < 100; left -= 1) {
            await new Promise(requestAnimationFrame);
          }
          return element.scrollTop >= 100;
        })()
        """
      #expect(try page.evaluate(scrolled) == true)
      // A finger that moves selects nothing.
      #expect(try page.evaluate("explorer.list.current") == 2)
    }
  }

  /// As when a tablet gets a keyboard, or a window is made narrow.
  @Test func `the row at the top stays there when rows get another height`() throws {
    try BrowserPage.open(SessionText.toggles(1_000), on: .wide) { page in
      try page.evaluate("explorer.list.element.scrollTop = 500 * explorer.list.rowHeight")
      try page.show(on: .phone)
      let top = """
        (async () => {
          const { list } = explorer;
          for (let left = 600; left > 0 && list.rowHeight !== 44; left -= 1) {
            await new Promise(requestAnimationFrame);
          }
          return [Math.round(list.element.scrollTop / 44), list.rows.get(500)?.offsetHeight];
        })()
        """
      #expect(try page.evaluate(top) == [500, 44])
    }
  }
}
