import ExplorerTerminal
import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Pages of sessions in which every text tries to be more than a text.
@Suite(.inTurn)
struct HostilePageTests {
  private static let texts = [
    "</script><script>globalThis.hacked = 1</script>", "<!--<script>", "-->", "]]>", "<img src=x>",
    "<img src=\"https://example.com/x\" onerror=\"globalThis.hacked = 2\">", "</style>", "\u{0}",
    "javascript:globalThis.hacked=3", "\u{2028}\u{2029}", "\u{1B}[31m\u{7}\r\n\t", "\u{202E}abc",
    "\"'`\\${globalThis.hacked=4}", "__proto__", "constructor", "$", "$jsan", "&lt;b&gt;",
    "</SCRIPT >",
    "\u{FFFF}\u{FEFF}", "%3Cscript%3E", "",
  ]

  /// A session in which each text is everywhere.
  private static func session() throws -> ExportedSession {
    var session = ExportedSession()
    let all = texts.joined(separator: " ")
    let hello = WireRecord.Hello(
      instance: "a",
      name: all,
      processID: 1,
      store: all,
      stateType: all,
      notes: [all]
    )
    let label = VisibleText(all).description
    session.take(.connected(label: label, hello))
    func take(_ record: WireRecord) { session.take(.record(label: label, instance: "a", record)) }
    var members = texts.map { Tree.Object.Member(key: $0, value: .string($0)) }
    members.append(.init(key: "list", value: .array(texts.map { .string($0) })))
    let tree = Tree.object(Tree.Object(members))
    take(.state(.init(number: 0, state: tree, note: all)))
    for (place, text) in texts.enumerated() {
      take(
        .commit(
          .init(
            number: place + 1,
            time: place == 3 ? .max : Int64(place) * 1_000_000,
            action: .init(
              type: text,
              id: text,
              payload: .enumCase(name: text, payload: Tree.Object([.init(key: text, value: tree)]))
            ),
            origin: .init(file: text, line: 1, function: text, info: text),
            cause: place > 0 ? .init(commit: place, effect: text, run: place) : nil,
            changes: [
              .set(
                TreePath([.key(text)]),
                old: .string(text),
                new: [text: .array([.opaque(typeName: text), .cut(.depth(typeName: text))])]
              ),
              .set(["list", 0], old: nil, new: .cut(.characters(kept: text, omitted: 3))),
            ],
            note: text
          )
        )
      )
      take(
        .effect(
          .init(
            event: .failed,
            effect: text,
            run: place + 1,
            commit: place + 1,
            time: 0,
            duration: 5,
            error: text
          )
        )
      )
    }
    take(.dropped(.init(count: 1, from: 100, to: 100)))
    let end = texts.count + 100
    take(
      .commit(
        .init(
          number: end,
          time: .max,
          action: .init(type: "x"),
          reducing: .max,
          changes: [.remove(["nothing", 7], old: nil)],
          count: WireNumber.maximum
        )
      )
    )
    return session
  }

  @Test func `the data cannot end its element`() throws {
    let collected = Collected()
    let pin = try StatePath(parsing: #"["</script>"]"#)
    SessionPage(try Self.session(), pins: [pin], filter: "</script>").write { collected.take($0) }
    let (head, foot) = (Array(PageFrame.head.utf8), Array(PageFrame.foot.utf8))
    #expect(collected.bytes.starts(with: head))
    #expect(collected.bytes.suffix(foot.count) == foot[...])
    let data = collected.bytes.dropFirst(head.count).dropLast(foot.count)
    #expect(!data.contains(UInt8(ascii: "<")))
    #expect(data.allSatisfy { $0 == UInt8(ascii: "\n") || $0 >= 0x20 && $0 != 0x7F })
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.unicodeScalars.contains { [0x2028, 0x2029, 0x202E, 0xFEFF].contains($0.value) })
    #expect(try JSONSerialization.jsonObject(with: Data(data)) is [String: Any])
  }

  @Test func `a page without a session is small, and fetches nothing`() {
    #expect(PageFrame.byteCount <= 150_000)
    let policy = "default-src 'none'; style-src 'sha256-"
    #expect(PageFrame.head.contains(policy))
    #expect(!(PageFrame.head + PageFrame.foot).contains("src="))
    let script = PageFrame.foot
    for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "fetch("] {
      #expect(!script.contains(word), "\(word)")
    }
  }

  @Test(.inBrowser)
  func `nothing of a session runs, is fetched or becomes markup`() async throws {
    try await BrowserPage.open(try Self.session(), pins: [StatePath([.key("__proto__")])]) { page in
      let names = """
        explorer.store.entries.map((entry) => entry.isGap ? 'gap' : entry.action.type)
        """
      let expected = Self.texts.map { Tree.string($0) } + ["x", "gap"]
      #expect(try await page.evaluate(names) == .array(expected))
      // Everything is shown once, also what unfolds.
      let visit = """
        for (let index = 0; index < explorer.store.entries.length; index += 1) {
          explorer.goTo(index);
          for (const tab of explorer.tabs.tabs) {
            explorer.tabs.select(tab.name);
            for (const button of document.querySelectorAll('button.link')) {
              if (button.textContent === 'show all') button.click();
            }
          }
          if (explorer.store.stateAfter(index)) explorer.panes.showWhy(['list', 0]);
        }
        explorer.search.value = '__proto__ or "$"';
        explorer.filter();
        dispatchEvent(new Event('beforeprint'));
        """
      try await page.evaluate(visit)
      #expect(try await page.evaluate("globalThis.hacked === undefined") == true)
      #expect(try await page.evaluate("({}).constructor === Object") == true)
      let strange =
        "document.querySelectorAll('script:not(#session), img, style, a, iframe').length"
      // The page's own script and style.
      #expect(try await page.evaluate(strange) == 2)
      // What hides or reorders text is shown as an escape.
      let hidden = "/[\\u202e\\u2028\\u0007\\u001b]/.test(document.body.innerText)"
      #expect(try await page.evaluate(hidden) == false)
    }
  }
}
