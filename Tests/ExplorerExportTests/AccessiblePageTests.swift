import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// What WCAG 2.2 asks of the page and a program can see.
@Suite(.inTurn, .inBrowser)
struct AccessiblePageTests {
  /// Returns what can't be read on what lies behind it: the colours of the style sheet, each on each, and
  /// the texts in each tab.
  private static let contrasts = """
    (() => {
      const channels = (color) => color.match(/[\\d.]+/g).map(Number);
      const light = (color) => {
        const [red, green, blue] = channels(color).map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const low = [];
      let count = 0;
      const check = (name, color, back) => {
        count += 1;
        const [one, other] = [light(color), light(back)];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (!(ratio >= 4.5)) low.push(name + ' ' + ratio);
      };
      const probe = document.body.appendChild(document.createElement('p'));
      const named = (name) => {
        // What is no colour would be the text's.
        if (!CSS.supports('color', getComputedStyle(probe).getPropertyValue('--' + name))) return 'none';
        probe.style.color = 'var(--' + name + ')';
        return getComputedStyle(probe).color;
      };
      for (const text of ['text', 'dim', 'accent', 'added', 'removed', 'changed', 'key']) {
        for (const back of ['back', 'side', 'selected', 'touched']) {
          check(text + ' on ' + back, named(text), named(back));
        }
      }
      probe.remove();
      const behind = (element) => {
        for (let one = element; one; one = one.parentElement) {
          const color = getComputedStyle(one).backgroundColor;
          if (!(channels(color)[3] === 0)) return color;
        }
        return 'rgb(255, 255, 255)';
      };
      for (const tab of explorer.tabs.tabs) {
        explorer.tabs.select(tab.name);
        if (tab.name === 'state') explorer.panes.showWhy(['count']);
        for (const element of document.querySelectorAll('#page *')) {
          const own = [...element.childNodes].some((node) => (
            node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''));
          if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
          check(element.className, getComputedStyle(element).color, behind(element));
        }
      }
      return [count > 180, ...low];
    })()
    """

  @Test(arguments: [false, true])
  func `texts stand out from what is behind them, in light and dark`(isDark: Bool) throws {
    let back = "getComputedStyle(document.body).backgroundColor"
    try BrowserPage.open(isDark: isDark) { page in
      try page.expect([
        ([], Self.contrasts, [true]),
        ([], back, isDark ? "rgb(22, 25, 31)" : "rgb(255, 255, 255)"),
      ])
    }
  }

  /// Who asks for less motion has none, and so has everybody else.
  @Test func `nothing moves without input`() throws {
    let moving = """
      explorer.tabs.tabs.flatMap((tab) => {
        explorer.tabs.select(tab.name);
        return [...document.querySelectorAll('*')].filter((one) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(one);
          return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto';
        }).map((one) => one.outerHTML.slice(0, 80));
      })
      """
    try BrowserPage.expect([], of: moving)
  }

  /// Each element with a role has a name, and what it refers to exists.
  private static let faults = """
    (() => {
      const faults = [];
      for (const tab of explorer.tabs.tabs) {
        explorer.tabs.select(tab.name);
        for (const one of document.querySelectorAll('[role], input, select, button, canvas')) {
          if (!one.checkVisibility()) continue;
          const name = one.ariaLabel ?? (one.labels?.[0] ?? one).textContent
            ?? document.getElementById(one.getAttribute('aria-labelledby'))?.textContent;
          if (!name && one.role !== 'presentation' && one.role !== 'status') {
            faults.push('nameless ' + one.outerHTML.slice(0, 80));
          }
          for (const key of ['aria-controls', 'aria-labelledby', 'aria-activedescendant']) {
            const id = one.getAttribute(key);
            if (id !== null && !document.getElementById(id)) faults.push(key + ' ' + id);
          }
          const owners = { option: 'listbox', treeitem: 'tree' };
          if (owners[one.role]) {
            let owner = one.parentElement;
            while (owner.role === 'presentation') owner = owner.parentElement;
            if (owner.role !== owners[one.role]) faults.push('lost ' + one.role);
          }
          if (one.role === 'treeitem' && !(one.ariaLevel >= 1)) faults.push('no level');
        }
      }
      return faults;
    })()
    """

  @Test func `roles have names, and refer to what is there`() throws {
    try BrowserPage.open { page in
      try page.expect([([], Self.faults, []), ([], "document.documentElement.lang", "en")])
    }
  }

  @Test func `everything is reached with the keyboard alone`() throws {
    let focus = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
    try BrowserPage.open { page in
      try page.expect([
        ([], focus, "Commits"), (["Tab"], focus, "tab-action"),
        (["ArrowRight", "ArrowRight"], focus, "tab-state"),
        (["Tab"], focus, "State after the commit"),
        (
          ["ArrowDown", "w", "Tab"], "document.activeElement.closest('.answer').innerText !== ''",
          true
        ),
        (["Tab", "Enter"], "explorer.panes.answer.hidden", true),
        ([], focus, "State after the commit"), (["Escape"], focus, "Commits"),
      ])
    }
  }
}
