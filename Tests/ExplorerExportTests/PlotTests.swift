import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Plots have axes with units, and say what they show.
@Suite(.inTurn, .inBrowser)
struct PlotTests {
  /// Commits of 62 s: four a second, then one.
  private static let page = SessionText.page(#"{"count":0}"#, commits: 200) { number in
    let time =
      SmallSession.start + Int64(number < 150 ? number * 250_000 : number * 1_000_000 - 112_500_000)
    return #"""
      "time":\#(time),"reducing":20000,"changes":[{"kind":"set","path":["count"],"new":\#(number * 1_000)}]
      """#
  }

  @Test(arguments: [Screen.phone, .wide])
  func `axes have round numbers with units`(screen: Screen) throws {
    try BrowserPage.open(Self.page, on: screen) { page in
      try page.evaluate("explorer.pin(['count'])")
      let texts = [
        "figcaption": [
          "Commits from 0.57 to 4 a second, at the end 1.1",
          "Time spent reducing from 11 to 80 µs a second, at the end 23",
          "count from 0 to 200,000, at the end 200,000",
        ],
        ".axis": ["commits a second", "µs a second"],
        "figure:nth-of-type(1) .amounts > *": ["0", "2", "4", "6"],
        "figure:nth-of-type(3) .amounts > *": ["0", "50,000", "100K", "150K", "200K"],
        "figure:nth-of-type(1) .times > *": ["0 s", "50 s"],
      ]
      for (selector, shown) in texts { #expect(try page.texts(selector) == shown) }
      let name = try page.evaluate(
        "document.querySelector('svg').ariaLabel.replaceAll(/\\d+:[\\d.:]+/g, 'then')"
      )
      #expect(
        name == """
          Commits, from 0.57 to 4 a second, at the end 1.1, in 87.25 s from then, most at then
          """
      )
      // Labels of an axis stand at its lines, and within the figure.
      let places = """
        [...document.querySelectorAll('figure')].every((figure) => {
          const [all, picture] = [figure, figure.querySelector('svg')].map(
            (one) => one.getBoundingClientRect());
          return [...figure.querySelectorAll('.amounts > *, .times > *')].every((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= all.left - 1 && right <= all.right + 1
              && (one.parentElement.className === 'times' ? top >= picture.bottom
                : right <= picture.left && top >= picture.top - 9 && bottom <= picture.bottom + 9);
          });
        })
        """
      #expect(try page.evaluate(places) == true)
    }
  }

  @Test(arguments: [
    (["5", "5"], "always 5", ["4", "4.5", "5"]),
    (["0"], "always 0", ["-1", "-0.5", "0"]),
    (["null", "\"text\""], "no number", []),
    (["7", "null", "8.5"], "from 7 to 8.5, at the end 8.5", ["7", "7.5", "8", "8.5"]),
    (["true", "false"], "from 0 to 1, at the end 0", ["0", "0.5", "1"]),
    (
      ["1700000000", "1700000003"], "from 1,700,000,000 to 1,700,000,003, at the end 1,700,000,003",
      ["1,700,000,000", "1,700,000,001", "1,700,000,002", "1,700,000,003"]
    ),
    (["-17e307", "17e307"], "from -1.7e+308 to 1.7e+308, at the end 1.7e+308", []),
    (
      ["9007199254740990", "9007199254740992"],
      "from 9,007,199,254,740,990 to 9,007,199,254,740,992, at the end 9,007,199,254,740,992",
      ["9,007,199,254,740,990", "9,007,199,254,740,991", "9,007,199,254,740,992"]
    ),
  ])
  func `any numbers are plotted`(values: [String], text: String, marks: [String]) throws {
    let bytes = SessionText.page(#"{"v":null}"#, commits: values.count) { number in
      #""changes":[{"kind":"set","path":["v"],"new":\#(values[number - 1])}]"#
    }
    try BrowserPage.open(bytes) { page in
      try page.evaluate("explorer.pin(['v'])")
      #expect(try page.texts("figcaption").last == "v \(text)")
      #expect(try page.texts("figure:last-of-type .amounts > *") == marks)
    }
  }

  @Test func `statistics are counted once, and again with another pin`() throws {
    let counts = """
      (() => {
        explorer.tabs.select('statistics');
        const figure = () => explorer.statistics.panel.firstChild;
        const first = figure();
        explorer.list.select(5);
        const isSame = figure() === first;
        explorer.pin(['count']);
        return [isSame, figure() === first];
      })()
      """
    try BrowserPage.expect([true, false], of: counts, in: Self.page)
  }
}
