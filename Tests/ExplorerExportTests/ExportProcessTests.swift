import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The exports as a user of the program gets them.
@Suite(.inTurn)
struct ExportProcessTests {
  /// A folder with sessions: one in which there is everything, and one of a program without a state.
  private static func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(SmallSession.lines(), to: "x.session")
    try folder.write(WireRecord.hello(SmallSession.hello).line(), to: "silent")
    try folder.write([], to: "empty")
    return folder
  }

  @Test(arguments: [("type:AddTodo", 1), ("changed:todos or type:*", 4)])
  func `a page has what the session and the command line say`(filter: String, count: Int) throws {
    let line = ["export", "x.session", "--to", "html", "--pin", "count", "--filter", filter]
    let (page, code) = try PipedProcess.run(line, in: try Self.folder())
    #expect(code == 0)
    #expect(page.hasPrefix(PageFrame.head) && page.hasSuffix(PageFrame.foot))
    #expect(page.ranges(of: #""type":"commit""#).count == count)
    #expect(page.contains(#""filter":"\#(filter)","pins":[{"text":"count","path":["count"]}]"#))
  }

  /// A part would look like the whole.
  @Test(arguments: [["svg", "--screen"], ["svg"], ["html"]])
  func `an interrupted export writes nothing`(form: [String]) throws {
    let folder = try TemporaryDirectory()
    let process = try PipedProcess(["export", "-", "--to"] + form, in: folder.url)
    try process.input.write(contentsOf: SmallSession.lines())
    let text = Tree.string(String(repeating: "x", count: 8_000))
    var number = 8
    func sendCommit() throws {
      var line: [UInt8] = []
      let action = WireRecord.Action(type: "Wait", payload: text)
      WireRecord.commit(.init(number: number, time: SmallSession.start, action: action))
        .write(to: &line, instance: "a")
      try process.input.write(contentsOf: line)
      number += 1
    }
    // More than a pipe holds, so that it has begun to read.
    while number < 100 { try sendCommit() }
    process.interrupt()
    // Its end is what stops this, not that of the session.
    while (try? sendCommit()) != nil {}
    #expect(try process.finish() == ("", 0))
  }

  /// A session of 300 commits with a state of a megabyte.
  private static var large: [UInt8] {
    let state = Tree.string(String(repeating: "x", count: 1 << 20))
    let commits = (1...300).map { number in
      WireRecord.commit(.init(number: number, time: 1, action: .init(type: "A")))
    }
    return SmallSession.lines(of: [.state(.init(number: 0, state: state))] + commits)
  }

  @Test func `what is too large for one form is written when it is shortened`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.large, to: "large")
    let line = ["export", "large", "--to", "redux-devtools", "--filter", "type:none"]
    let (text, code) = try PipedProcess.run(line, in: folder)
    #expect(code == 0 && text.utf8.count > 1 << 20)
  }

  @Test func `stores that are left out are counted once`() throws {
    var session = ExportedSession()
    for number in 0..<40 {
      for _ in 0..<3 {
        let (label, instance) = ("a\(number)", "\(number)")
        session.take([.state(.init(number: 0, state: [:]))], label: label, instance: instance)
        session.take(.disconnected(label: label, instance: instance, .goodbye))
      }
    }
    #expect(session.stores.count == ExportedSession.maximalStores)
    #expect(session.omitted == 40 - ExportedSession.maximalStores)
  }

  private static let refused: [(line: String, code: Int32)] = [
    ("export x.session --to svg --pin a", 64),
    ("export x.session --to swift-test --filter failed", 64),
    ("export x.session --to swift-test --redact a", 64),
    ("export x.session --to html --redact a[", 64), ("export x.session --to html --pin a[", 64),
    ("export x.session --to html --app Nobody", 64), ("export none --to html", 66),
    ("export silent --to redux-devtools", 65), ("export large --to redux-devtools", 64),
    ("export empty --to html", 65), ("record y.session --pin a", 64),
  ]

  @Test(arguments: refused)
  func `what cannot be done is refused`(line: String, code: Int32) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let folder = try Self.folder()
    if arguments.contains("large") { try folder.write(Self.large, to: "large") }
    let endpoint = arguments[0] == "record" ? ["--endpoint", "unix:" + folder.path("s")] : []
    #expect(try PipedProcess.run(arguments + endpoint, in: folder) == ("", code))
  }
}

/// The built `sluice-explorer`, run in a folder of a test's own.
extension PipedProcess {
  /// Runs it to its end, and returns its output and the exit code.
  static func run(
    _ arguments: [String],
    in folder: TemporaryDirectory
  ) throws -> (text: String, code: Int32) {
    try PipedProcess(arguments, in: folder.url).finish()
  }

  /// Returns the rest of the output, and the exit code.
  func finish() throws -> (text: String, code: Int32) {
    let data = try output.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), end())
  }
}
