import Foundation
import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// What WCAG 2.2 asks of the page and a program can see.
@Suite(.inTurn, .inBrowser)
struct AccessiblePageTests {
  /// The contrast of each text and what lies behind it, in each tab; returns those that are too low.
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
      const behind = (element) => {
        for (let one = element; one; one = one.parentElement) {
          const color = getComputedStyle(one).backgroundColor;
          if (!(channels(color)[3] === 0)) return color;
        }
        return 'rgb(255, 255, 255)';
      };
      const low = [];
      let count = 0;
      for (const tab of explorer.tabs.tabs) {
        explorer.tabs.select(tab.name);
        if (tab.name === 'state') explorer.panes.showWhy(['count']);
        for (const element of document.querySelectorAll('#page *')) {
          const own = [...element.childNodes].some((node) => (
            node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''));
          if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
          count += 1;
          const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
          const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
          if (ratio < 4.5) low.push(element.className + ' ' + element.textContent + ' ' + ratio);
        }
      }
      return [count > 150, ...low];
    })()
    """

  @Test(arguments: [false, true])
  func `texts stand out from what is behind them, in light and dark`(isDark: Bool) async throws {
    try await BrowserPage.open(isDark: isDark) { page in
      try await page.expect([
        ([], Self.contrasts, [true]),
        (
          [], "getComputedStyle(document.body).backgroundColor",
          isDark ? "rgb(22, 25, 31)" : "rgb(255, 255, 255)"
        ),
      ])
    }
  }

  /// Who asks for less motion has none, and so has everybody else.
  @Test func `nothing moves without input`() async throws {
    let moving = """
      explorer.tabs.tabs.flatMap((tab) => {
        explorer.tabs.select(tab.name);
        return [...document.querySelectorAll('*')].filter((one) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(one);
          return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto';
        }).map((one) => one.outerHTML.slice(0, 80));
      })
      """
    try await BrowserPage.expect([], of: moving)
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

  @Test func `roles have names, and refer to what is there`() async throws {
    try await BrowserPage.open { page in
      try await page.expect([([], Self.faults, []), ([], "document.documentElement.lang", "en")])
    }
  }

  @Test func `everything is reached with the keyboard alone`() async throws {
    let focus = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
    try await BrowserPage.open { page in
      try await page.expect([
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

/// The colours of the style sheet, by the contrast that WCAG 2.2 asks for (AA).
struct PageColorTests {
  enum Scheme: String, CaseIterable { case light, dark }

  /// What is written or drawn.
  private static let texts = ["text", "dim", "accent", "added", "removed", "changed", "key"]
  /// What lies behind it.
  private static let backs = ["back", "side", "selected", "touched"]

  @Test(arguments: Scheme.allCases)
  func `each colour stands out from each background`(scheme: Scheme) throws {
    let colors = try Self.colors(of: scheme)
    #expect(Set(Self.texts + Self.backs).isSubset(of: colors.keys))
    for text in Self.texts {
      for back in Self.backs {
        let contrast = Self.contrast(try #require(colors[text]), try #require(colors[back]))
        #expect(contrast >= 4.5, "\(text) on \(back)")
      }
    }
  }

  /// The custom properties of a scheme that are colours, as red, green and blue.
  private static func colors(of scheme: Scheme) throws -> [String: [Double]] {
    let style = PageFrame.head
    let border = try #require(style.range(of: "@media (prefers-color-scheme: dark)"))
    let end = try #require(style.range(of: "* {", range: border.upperBound..<style.endIndex))
    let text =
      switch scheme {
      case .light: style[..<border.lowerBound]
      case .dark: style[border.upperBound..<end.lowerBound]
      }
    var colors: [String: [Double]] = [:]
    for match in text.matches(of: /--([a-z]+): #([0-9a-f]{6})/) {
      let value = try #require(Int(match.2, radix: 16))
      colors[String(match.1)] = [16, 8, 0].map { Double(value >> $0 & 0xFF) / 255 }
    }
    return colors
  }

  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let light = [one, other].map { color in
      zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, channel in
        let (value, weight) = channel
        return sum + weight * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
      }
    }
    return (max(light[0], light[1]) + 0.05) / (min(light[0], light[1]) + 0.05)
  }
}
