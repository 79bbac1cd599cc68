import ExplorerTerminal
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What somebody asks who debugs a program, and the keys from the list that answer it: four at most, but for typing.
@Suite(.inTurn, .unsanitized) struct QuestionTests {
  /// A question, the keys, what is typed between them, and texts that the screen has then.
  typealias Row = (question: String, keys: String, texts: [String])

  /// Keys that type stand between `‹` and `›`.
  static let table: [Row] = [
    ("who changed this value?", "2/‹revenue›\rw", ["revenue is so because of commit 33."]),
    ("what changed?", "", ["cart[0] + {id", "+ cart[0]:"]),
    ("which effect caused it?", "kw", ["▶ 41", "Shop.reserve #15"]),
    ("what runs now, or ran at the end?", "3", ["Shop.reserve", "Shop.pay #8, failed"]),
    ("where does the time go?", "3G", ["CHANGES"]),
    ("how do two commits differ?", "mkk=", ["From commit 43 back to commit 41"]),
    ("which commits touch the cart?", "2/‹cart›\rf", ["filter: changed:cart", "13 of 48 commits"]),
    ("and which are like this one?", "1f", ["filter: type:AddGift", "2 of 48 commits"]),
    ("what failed?", "f‹failed›\r", ["filter: failed", "▶ 23 "]),
    ("where was I before I looked?", "/‹Paid›\u{1B}", ["▶ 43 "]),
    ("can a colleague see it?", "E\r", ["asks export(\"explorer.html\")"]),
    ("can it be sent again?", "y", ["asks copy(\"sluice-explorer send AddGift"]),
    ("which program is it?", "P", ["1  Shop"]),
  ]

  @Test(arguments: table.indices)
  func `a question is answered by four keys at most`(_ index: Int) throws {
    let (question, keys, texts) = Self.table[index]
    var desk = try ScreenGridTests.shop(columns: 120, rows: 40)
    desk.type(":43\r")
    let typed = keys.split(separator: "‹", omittingEmptySubsequences: false)
      .map { $0.split(separator: "›", omittingEmptySubsequences: false).last ?? "" }.joined()
    #expect(typed.count <= 4, "\(question)")
    desk.type(keys.filter { !"‹›".contains($0) })
    let shown = desk.text + "\n" + desk.state.summary
    for text in texts { #expect(shown.contains(text), "\(question)\n\(shown)") }
  }

  /// A running program, which can be put back and be sent actions.
  @Test(arguments: [
    ("tt", "travel(8)"), ("d‹Add›\r\r", "dispatch Add(by: 8)"), ("e\r", "dispatch Add(by: 8)"),
    ("xx", "leave out [8]"),
  ])
  func `a program is put back and sent something by as few`(keys: String, asked: String) {
    var desk = Desk(to: 8)
    desk.type(keys.filter { !"‹›".contains($0) })
    #expect(desk.state.summary.contains("asks \(asked)"))
  }
}

/// How programs end, and how they begin again.
@Suite(.inTurn) struct EndTests {
  private static let cutOff = HubEvent.disconnected(
    label: "Counter",
    instance: "counter",
    .cutOff
  )
  private static let again = ScreenFixture.counting(to: 3, hello: ScreenFixture.restarted)
  private static let running = ScreenFixture.record(
    ScreenFixture.effect(.started, "save", run: 7, commit: 5)
  )

  @Test func `a program that crashed says so, when, and with what ran; its commits stay`() throws {
    var desk = Desk(ScreenFixture.counting(to: 5) + [Self.running], columns: 120)
    #expect(desk.lines[0].contains("● live") && desk.text.contains("save #7 runs"))
    desk.hear([Self.cutOff], time: 3_600_000_000)
    #expect(desk.lines[0].contains(#/✗ crashed \d\d:00:00, save .* ran/#), "\(desk.lines[0])")
    #expect(desk.text.contains("save #7 ran when it ended  ← 5"))
    #expect(!desk.lines[0].contains("/s") && !desk.lines[0].contains("following"))
    // The new run is offered, and chosen with the pins.
    desk.type("2ph")
    desk.hear(Self.again)
    #expect(desk.state.watching.chosenInstance == "counter" && desk.state.selected == 5)
    #expect(desk.lines[0].contains("P started again"))
    desk.type("P")
    #expect(desk.text.contains("crashed") && desk.text.contains("live"))
    desk.type("\r")
    #expect(desk.state.watching.chosenInstance == "counter-2")
    #expect(desk.lines[0].contains("P 2 programs") && desk.state.past.rows.count == 3)
  }

  @Test func `a program that said goodbye gives its place to the one that is started again`() {
    var desk = Desk(to: 5, columns: 120)
    desk.hear([ScreenFixture.end], time: 3_600_000_000)
    #expect(desk.lines[0].contains(#/○ ended \d\d:00:00/#))
    desk.hear(Self.again)
    #expect(desk.state.watching.chosenInstance == "counter-2")
  }

  @Test func `a recording has a name, a length and an end`() throws {
    let desk = try ScreenGridTests.shop(columns: 120, rows: 40)
    #expect(desk.lines[0].contains("demo.session, 9.19 s"))
    #expect(desk.text.contains("— the end of demo.session, 9.19 s —"))
    for word in ["live", "/s ", "following"] { #expect(!desk.lines[0].contains(word)) }
  }
}
