import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What an exporter redacts or omits; what a program redacts is in no session.
@Suite(.inTurn)
struct WithholdingTests {
  private static let note = "hunter2"

  private static let records: [WireRecord] = [
    .state(.init(number: 0, state: ["name": "Ada", "notes": []])),
    commit(
      1,
      "WriteNote",
      ["text": .string(note)],
      [.add(["notes", 0], .string(note)), .add(["notes", 1], "call")]
    ),
    commit(
      2,
      "Rename",
      ["name": "Grace"],
      [.set(["name"], old: "Ada", new: "Grace"), .add(["notes", 0], "later")]
    ),
  ]

  private static func commit(
    _ number: Int,
    _ type: String,
    _ payload: Tree,
    _ changes: [TreeChange]
  ) -> WireRecord {
    let action = WireRecord.Action(type: type, payload: payload)
    let time = SmallSession.start + Int64(number)
    return .commit(.init(number: number, time: time, action: action, changes: changes))
  }

  /// Exports the session.
  private static func export(_ arguments: [String]) throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write(SmallSession.lines(of: records), to: "x.session")
    let line = ["export", "x.session", "--to"] + arguments
    let (text, code) = try PipedProcess.run(line, in: folder)
    #expect(code == 0)
    return text
  }

  @Test func `a filter omits actions, and not their changes of the state`() throws {
    for form in ["html", "redux-devtools", "chrome-trace"] {
      let text = try Self.export([form, "--filter", "type:Rename"])
      #expect(!text.contains("WriteNote"))
      #expect(text.contains(Self.note), "\(form)")
    }
  }

  @Test(arguments: ["notes", "notes.*"])
  func `what is redacted for an export is in no form`(path: String) throws {
    let redaction = ["--redact", path, "--redact", "**.text"]
    for form in [["html"], ["redux-devtools"], ["chrome-trace"], ["svg"], ["svg", "--screen"]] {
      let filters = form[0] == "svg" ? [[]] : [[], ["--filter", "type:Rename"]]
      for filter in filters {
        let text = try Self.export(form + redaction + filter)
        #expect(!text.contains(Self.note) && text.contains("Grace"), "\(form) \(filter)")
      }
    }
  }
}
