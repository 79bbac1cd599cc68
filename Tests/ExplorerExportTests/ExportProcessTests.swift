import Dispatch
import Foundation
import Sluice
import SluiceMonitor
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The exports as somebody gets them who runs the program.
@Suite(.inTurn, .timeLimit(.minutes(2)))
struct ExportProcessTests {
  private struct Count: Encodable, Sendable {
    var count = 0
  }

  private struct Add: EncodableAction {
    let amount: Int
  }

  /// A folder that is removed with the value.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    func text(_ name: String) throws -> String {
      try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }
  }

  /// Starts the program that was built beside the tests.
  private func start(_ arguments: [String], in folder: Folder) throws -> (Process, FileHandle) {
    let process = Process()
    let folders = [Bundle.main, Bundle(for: Collected.self)].flatMap { bundle in
      [bundle.executableURL, bundle.bundleURL].compactMap { $0?.deletingLastPathComponent() }
    }
    process.executableURL = folders.map { $0.appending(path: "sluice-explorer") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
    }
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
    // Reads end then, and so does the test.
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
    return (process, output.fileHandleForReading)
  }

  private func session() -> [UInt8] {
    SmallSession.records.reduce(into: WireRecord.hello(SmallSession.hello).line()) {
      lines,
      record in
      record.write(to: &lines, instance: "a")
    }
  }

  @Test func `a page has what the session and the command line say`() throws {
    let folder = try Folder()
    try Data(session()).write(to: folder.url.appending(path: "x.session"))
    let arguments = ["export", "x.session", "--to", "html", "--pin", "count", "--filter", "milk"]
    for (filter, count) in [("type:AddTodo", 1), ("changed:todos or type:*", 4)] {
      let (process, output) = try start(arguments.dropLast() + [filter], in: folder)
      let page = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(page.hasPrefix(PageFrame.head) && page.hasSuffix(PageFrame.foot))
      #expect(page.ranges(of: #""type":"commit""#).count == count)
      #expect(page.contains(#""filter":"\#(filter)","pins":[{"text":"count","path":["count"]}]"#))
    }
  }

  @Test(arguments: ["redux-devtools", "chrome-trace"])
  func `other forms are JSON`(form: String) throws {
    let folder = try Folder()
    try Data(session()).write(to: folder.url.appending(path: "x.session"))
    let (process, output) = try start(["export", "x.session", "--to", form], in: folder)
    let json = try JSONSerialization.jsonObject(with: try output.readToEnd() ?? Data())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(json is [String: Any])
  }

  private static let refused: [(line: String, code: Int32)] = [
    ("export x.session --to svg --pin a", 64),
    ("export x.session --to swift-test --filter failed", 64),
    ("export x.session --to html --pin a[", 64),
    ("export x.session --to html --app Nobody", 64),
    ("export none --to html", 66),
    ("export empty --to html", 65),
    ("record y.session --pin a", 64),
    ("record y.session --html y.session", 64),
    ("record y.session --html x.session", 73),
  ]

  @Test(arguments: refused)
  func `what cannot be done is refused`(line: String, code: Int32) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let folder = try Folder()
    try Data(session()).write(to: folder.url.appending(path: "x.session"))
    try Data().write(to: folder.url.appending(path: "empty"))
    let endpoint = arguments[0] == "record" ? ["--endpoint", "unix:" + folder.path("s")] : []
    let (process, output) = try start(arguments + endpoint, in: folder)
    #expect(try output.readToEnd() ?? Data() == Data())
    process.waitUntilExit()
    #expect(process.terminationStatus == code)
  }

  @Test func `a recording ends with its page`() throws {
    let folder = try Folder()
    let endpoint = "unix:" + folder.path("s")
    let (process, output) = try start(
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
      let more = output.availableData
      try #require(!more.isEmpty, "The recorder has ended.")
      seen += more
    }
    kill(process.processIdentifier, SIGINT)
    _ = try output.readToEnd()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try folder.text("bug.html")
    #expect(page.hasPrefix(PageFrame.head) && page.hasSuffix(PageFrame.foot))
    #expect(page.contains(#""amount":41"#) && page.contains(#""label":"Counter""#))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("bug.html"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
