import ExplorerTerminal
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
  private static func session() -> ExportedSession {
    let all = texts.joined(separator: " ")
    let hello = WireRecord.Hello(
      instance: "a",
      name: all,
      processID: 1,
      store: all,
      stateType: all,
      notes: [all]
    )
    var session = ExportedSession()
    let label = VisibleText(all).description
    session.take(.connected(label: label, hello))
    func take(_ record: WireRecord) { session.take(.record(label: label, instance: "a", record)) }
    var members = texts.map { Tree.Object.Member(key: $0, value: .string($0)) }
    members.append(.init(key: "list", value: .array(texts.map { .string($0) })))
    let tree = Tree.object(Tree.Object(members))
    take(.state(.init(number: 0, state: tree, note: all)))
    for (place, text) in texts.enumerated() {
      let payload = Tree.enumCase(name: text, payload: Tree.Object([.init(key: text, value: tree)]))
      let time = place == 3 ? .max : Int64(place) * 1_000_000
      let action = WireRecord.Action(type: text, id: text, payload: payload)
      var commit = WireRecord.Commit(number: place + 1, time: time, action: action)
      commit.origin = .init(file: text, line: 1, function: text, info: text)
      commit.cause = place > 0 ? .init(commit: place, effect: text, run: place) : nil
      let cut: Tree = [.opaque(typeName: text), .cut(.depth(typeName: text))]
      commit.changes = [
        .set([.key(text)], old: .string(text), new: [text: cut]),
        .set(["list", 0], old: nil, new: .cut(.characters(kept: text, omitted: 3))),
      ]
      commit.note = text
      let run = place + 1
      var effect = WireRecord.Effect(event: .failed, effect: text, run: run, commit: run, time: 0)
      (effect.duration, effect.error) = (5, text)
      take(.commit(commit))
      take(.effect(effect))
    }
    take(.dropped(.init(count: 1, from: 100, to: 100)))
    var last = WireRecord.Commit(number: texts.count + 100, time: .max, action: .init(type: "x"))
    (last.reducing, last.count) = (.max, WireNumber.maximum)
    last.changes = [.remove(["nothing", 7], old: nil)]
    take(.commit(last))
    return session
  }

  @Test func `the data cannot end its element`() throws {
    let pin = try StatePath(parsing: #"["</script>"]"#)
    let page = Self.session().page(pins: [pin], filter: "</script>")
    let (head, foot) = (Array(PageFrame.head.utf8), Array(PageFrame.foot.utf8))
    #expect(page.starts(with: head) && page.suffix(foot.count) == foot[...])
    let data = Array(page.dropFirst(head.count).dropLast(foot.count))
    #expect(!data.contains(UInt8(ascii: "<")))
    #expect(data.allSatisfy { $0 == UInt8(ascii: "\n") || $0 >= 0x20 && $0 != 0x7F })
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.unicodeScalars.contains { [0x2028, 0x2029, 0x202E, 0xFEFF].contains($0.value) })
    #expect(try !json(data).isEmpty)
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
  func `nothing of a session runs, is fetched or becomes markup`() throws {
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
    let names = "explorer.store.entries.map((entry) => entry.isGap ? 'gap' : entry.action.type)"
    let strange = "document.querySelectorAll('script:not(#session), img, style, a, iframe').length"
    let hidden = "/[\\u202e\\u2028\\u0007\\u001b]/.test(document.body.innerText)"
    let pin = StatePath([.key("__proto__")])
    try BrowserPage.open(Self.session().page(pins: [pin])) { page in
      let types = Self.texts.map { Tree.string($0) } + ["x", "gap"]
      try page.expect([([], names, .array(Tree.Elements(types)))])
      try page.evaluate(visit)
      try page.expect([
        ([], "globalThis.hacked === undefined", true), ([], "({}).constructor === Object", true),
        // The page's own script and style.
        ([], strange, 2),
        // What hides or reorders text is shown as an escape.
        ([], hidden, false),
      ])
    }
  }
}
