import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

/// What a program or an exporter redacted is in no export.
@Suite(.inTurn)
struct WithholdingTests {
  private struct Account: Encodable, Sendable {
    var name = ""
    var password = ""
    var cards: [String: String] = [:]
    var notes: [String] = []
  }

  private struct LogIn: EncodableAction {
    let name: String
    let password: String
  }

  private struct WriteNote: EncodableAction { let text: String }
  private struct Rename: EncodableAction { let name: String }

  private static let forms = [
    ["html"], ["redux-devtools"], ["chrome-trace"], ["svg"], ["svg", "--screen"], ["swift-test"],
  ]

  /// A session in which one secret was redacted by its name, and another stands in free text.
  private struct Recording {
    let folder: TemporaryDirectory
    let secret = "hunter-\(UInt64.random(in: 0 ... .max))"
    let note = "note-\(UInt64.random(in: 0 ... .max))"

    init() throws {
      folder = try TemporaryDirectory()
      let reducer = Reducer<Account>(
        ReduceOn(LogIn.self) { state, action in
          state.name = action.name
          state.password = action.password
          state.cards["cardNumber"] = action.password
        },
        ReduceOn(WriteNote.self) { $0.notes.insert(contentsOf: [$1.text, "call"], at: 0) },
        ReduceOn(Rename.self) { state, action in
          state.name = action.name
          state.notes.insert("later", at: 0)
        }
      )
      let store = Store(initialState: Account(), reducers: [reducer])
      let endpoint = "file:" + folder.path("x.session")
      let interceptor = ExplorerInterceptor<Account>(name: "Shop", endpoint: endpoint)
      store.register(interceptor: interceptor)
      store.dispatch(action: LogIn(name: "Ada", password: secret))
      store.dispatch(action: WriteNote(text: note))
      store.dispatch(action: Rename(name: "Grace"))
      _ = interceptor.flush(timeout: patience)
    }

    func export(_ arguments: [String]) throws -> String {
      let line = ["export", "x.session", "--to"] + arguments
      let (text, code) = try PipedProcess.run(line, in: folder)
      #expect(code == 0)
      return text
    }
  }

  @Test func `what a program redacted is in no form`() throws {
    let recording = try Recording()
    for form in Self.forms {
      let text = try recording.export(form)
      #expect(!text.contains(recording.secret), "\(form)")
      guard form != ["swift-test"] else { continue }
      #expect(text.contains("Ada") || text.contains("Grace"), "\(form)")
      #expect(text.contains("redacted") || form == ["svg", "--screen"], "\(form)")
    }
  }

  @Test func `a filter omits actions, and not their changes of the state`() throws {
    let recording = try Recording()
    for form in [["html"], ["redux-devtools"], ["chrome-trace"]] {
      let text = try recording.export(form + ["--filter", "type:Rename"])
      #expect(!text.contains("WriteNote"))
      #expect(text.contains(recording.note), "\(form)")
    }
  }

  @Test(arguments: ["notes", "notes.*"])
  func `what is redacted for an export is in no form`(path: String) throws {
    let recording = try Recording()
    let redaction = ["--redact", path, "--redact", "**.text"]
    for form in Self.forms where form != ["swift-test"] {
      let text = try recording.export(form + redaction)
      #expect(!text.contains(recording.note), "\(form)")
      #expect(text.contains("Grace"), "\(form)")
      guard !form.contains("svg") else { continue }
      let part = try recording.export(form + redaction + ["--filter", "type:Rename"])
      #expect(!part.contains(recording.note) && part.contains("Grace"), "\(form)")
    }
  }
}
