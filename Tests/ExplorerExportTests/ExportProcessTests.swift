import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The exports as a user of the program gets them.
@Suite(.inTurn)
struct ExportProcessTests {
  private struct Count: Encodable, Sendable {
    var count = 0
  }

  private struct Add: EncodableAction {
    let amount: Int
  }

  @Test func `a page has what the session and the command line say`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(SmallSession.lines, to: "x.session")
    let arguments = ["export", "x.session", "--to", "html", "--pin", "count", "--filter", "milk"]
    for (filter, count) in [("type:AddTodo", 1), ("changed:todos or type:*", 4)] {
      let process = try ExportProcess(arguments.dropLast() + [filter], in: folder)
      let (page, code) = try process.end()
      #expect(code == 0)
      #expect(page.hasPrefix(PageFrame.head) && page.hasSuffix(PageFrame.foot))
      #expect(page.ranges(of: #""type":"commit""#).count == count)
      #expect(page.contains(#""filter":"\#(filter)","pins":[{"text":"count","path":["count"]}]"#))
    }
  }

  @Test(arguments: ["redux-devtools", "chrome-trace"])
  func `other forms are JSON`(form: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(SmallSession.lines, to: "x.session")
    let process = try ExportProcess(["export", "x.session", "--to", form], in: folder)
    let (text, code) = try process.end()
    #expect(code == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  /// A part would look like the whole.
  @Test(arguments: [["svg", "--screen"], ["svg"], ["html"]])
  func `an interrupted export writes nothing`(form: [String]) throws {
    let process = try ExportProcess(["export", "-", "--to"] + form, in: try TemporaryDirectory())
    try process.send(SmallSession.lines)
    let text = Tree.string(String(repeating: "x", count: 8_000))
    var number = 8
    func sendCommit() throws {
      var line: [UInt8] = []
      let commit = WireRecord.Commit(
        number: number,
        time: SmallSession.start,
        action: .init(type: "Wait", payload: text)
      )
      WireRecord.commit(commit).write(to: &line, instance: "a")
      try process.send(line)
      number += 1
    }
    // More than a pipe holds, so that it has begun to read.
    while number < 100 { try sendCommit() }
    process.interrupt()
    // Its end is what stops this, not that of the session.
    while (try? sendCommit()) != nil {}
    #expect(try process.end() == ("", 0))
  }

  /// A session of 300 commits with a state of a megabyte.
  private static var large: [UInt8] {
    let state = Tree.string(String(repeating: "x", count: 1 << 20))
    var lines = WireRecord.hello(SmallSession.hello).line()
    WireRecord.state(.init(number: 0, state: state)).write(to: &lines, instance: "a")
    for number in 1...300 {
      WireRecord.commit(.init(number: number, time: 1, action: .init(type: "A")))
        .write(to: &lines, instance: "a")
    }
    return lines
  }

  @Test func `what is too large for one form is written when it is shortened`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.large, to: "large")
    let line = ["export", "large", "--to", "redux-devtools", "--filter", "type:none"]
    let (text, code) = try ExportProcess(line, in: folder).end()
    #expect(code == 0)
    #expect(text.utf8.count > 1 << 20)
  }

  @Test func `stores that are left out are counted once`() throws {
    var session = ExportedSession()
    for number in 0..<40 {
      for _ in 0..<3 {
        var hello = SmallSession.hello
        hello.instance = "\(number)"
        session.take(.connected(label: "a\(number)", hello))
        let state = WireRecord.state(.init(number: 0, state: .object(Tree.Object())))
        session.take(.record(label: "a\(number)", instance: hello.instance, state))
        session.take(.disconnected(label: "a\(number)", instance: hello.instance, .goodbye))
      }
    }
    #expect(session.stores.count == ExportedSession.maximalStores)
    #expect(session.omitted == 40 - ExportedSession.maximalStores)
  }

  private static let refused: [(line: String, code: Int32)] = [
    ("export x.session --to svg --pin a", 64),
    ("export x.session --to swift-test --filter failed", 64),
    ("export x.session --to swift-test --redact a", 64),
    ("export x.session --to html --redact a[", 64),
    ("export x.session --to html --pin a[", 64),
    ("export x.session --to html --app Nobody", 64),
    ("export none --to html", 66),
    ("export silent --to redux-devtools", 65),
    ("export large --to redux-devtools", 64),
    ("record y.session --force --html ./y.session", 64),
    ("export empty --to html", 65),
    ("record y.session --pin a", 64),
    ("record y.session --html y.session", 64),
    ("record y.session --html x.session", 73),
  ]

  @Test(arguments: refused)
  func `what cannot be done is refused`(line: String, code: Int32) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let folder = try TemporaryDirectory()
    try folder.write(SmallSession.lines, to: "x.session")
    try folder.write([], to: "empty")
    try folder.write(WireRecord.hello(SmallSession.hello).line(), to: "silent")
    if arguments.contains("large") { try folder.write(Self.large, to: "large") }
    let endpoint = arguments[0] == "record" ? ["--endpoint", "unix:" + folder.path("s")] : []
    #expect(try ExportProcess(arguments + endpoint, in: folder).end() == ("", code))
  }

  @Test func `a recording ends with its page`() throws {
    let folder = try TemporaryDirectory()
    let endpoint = "unix:" + folder.path("s")
    let process = try ExportProcess(
      ["record", "-", "--html", "bug.html", "--endpoint", endpoint, "--pin", "count"],
      in: folder
    )
    let store = Store(initialState: Count())
    store.register(
      reducer: Reducer(ReduceOn(Add.self) { state, action in state.count += action.amount })
    )
    store.register(
      interceptor: ExplorerInterceptor<Count>(name: "Counter", endpoint: endpoint) {
        $0.backlog = 10
      }
    )
    store.dispatch(action: Add(amount: 41))
    var seen = Data()
    while seen.range(of: Data(#""amount":41"#.utf8)) == nil {
      let more = process.read()
      try #require(!more.isEmpty, "The recorder has ended.")
      seen += more
    }
    process.interrupt()
    #expect(try process.end().code == 0)
    let page = try folder.text("bug.html")
    #expect(page.hasPrefix(PageFrame.head) && page.hasSuffix(PageFrame.foot))
    #expect(page.contains(#""amount":41"#) && page.contains(#""label":"Counter""#))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("bug.html"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
