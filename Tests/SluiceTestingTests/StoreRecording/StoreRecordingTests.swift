import Foundation
import Sluice
import SluiceMonitor
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct StoreRecordingTests {
  private static let types: [any (Action & Decodable).Type] = [AddErrand.self, FinishErrand.self]
  private static let templates = [AcceptedTemplate(renameErrand), AcceptedTemplate(clearErrands)]

  /// Replays a session with other reducers than it was recorded with, or the same.
  ///
  /// To open the recording fails at line 7, to replay it at line 8.
  @discardableResult
  private func replay(
    _ session: RecordedSession,
    reducers: [Reducer<Errands>] = [errandsReducer],
    from state: Errands? = nil,
    accepting types: [any (Action & Decodable).Type] = Self.types,
    store: String? = nil,
    skippingGaps: Bool = false
  ) throws -> Int {
    try session.withFile { path in
      let recording = try StoreRecording(
        path,
        accepting: types,
        templates: Self.templates,
        store: store,
        filePath: testFile,
        line: 7
      )
      if let state {
        return try recording.replay(from: state, reducers: reducers, filePath: testFile, line: 8)
      }
      return try recording.replay(
        Errands.self,
        reducers: reducers,
        skippingGaps: skippingGaps,
        filePath: testFile,
        line: 8
      )
    }
  }

  private static var session: RecordedSession {
    var session = RecordedSession(Errands(titles: ["Bank"]))
    session.commit(AddErrand(title: "Milk"))
    session.commit(FinishErrand())
    session.commit(renameErrand(payload: ["Tea", "Cake"]))
    session.commit(clearErrands())
    return session
  }

  @Test func `a session comes out as it was recorded, without half a line at its end`() throws {
    var session = Self.session
    #expect(try replay(session) == 4)
    #expect(try replay(session, from: Errands(titles: ["Bank"])) == 4)
    // As a program leaves it that is killed.
    session.cut(by: 20)
    #expect(try replay(session) == 3)
  }

  @Test func `what a program records of itself comes out as it happened`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.session")
    let interceptor = ExplorerInterceptor<Errands>(endpoint: "file:" + path) { $0.isEnabled = true }
    let store = Store(initialState: Errands(titles: ["Bank"]), reducers: [errandsReducer])
    store.register(interceptor: interceptor)
    for title in ["Milk", "Tea", "Cake"] { store.dispatch(action: AddErrand(title: title)) }
    store.dispatch(action: FinishErrand())
    store.dispatch(action: renameErrand(payload: ["A", "B"]))
    store.dispatch(action: clearErrands())
    #expect(interceptor.flush(timeout: patience) == 0)

    let recording = try StoreRecording(path, accepting: Self.types, templates: Self.templates)
    #expect(try recording.replay(Errands.self, reducers: [errandsReducer]) == 6)
    #expect(throws: ExpectationFailure.self) {
      try recording.replay(Errands.self, reducers: [])
    }
  }

  struct Row: Codable, Equatable, Identifiable {
    let id: Int
    var errands = Errands()
  }

  @Test func `what a program records of elements comes out as it happened`() throws {
    struct Sheet: Codable, Equatable { var rows = [Row(id: 1), Row(id: 2)] }
    let directory = try TemporaryDirectory()
    let path = directory.path("x.session")
    let reducer = errandsReducer.lift(.state(\Row.errands)).lift(.each(\Sheet.rows))
    let store = Store(initialState: Sheet(), reducers: [reducer])
    let interceptor = ExplorerInterceptor<Sheet>(endpoint: "file:" + path) { $0.isEnabled = true }
    store.register(interceptor: interceptor)
    store.dispatch(action: ElementAction<Row>(id: 2, action: AddErrand(title: "Milk")))
    store.dispatch(action: EveryElementAction<Row>(action: FinishErrand()))
    #expect(interceptor.flush(timeout: patience) == 0)

    let recording = try StoreRecording(path, accepting: Self.types)
    #expect(try recording.replay(Sheet.self, reducers: [reducer]) == 2)
  }

  @Test func `the first commit that differs fails, with both`() async {
    let other = Reducer<Errands>(
      ReduceOn(AddErrand.self) { state, action in state.titles.insert(action.title, at: 0) },
      ReduceOn(FinishErrand.self) { state, _ in state.done += 1 }
    )
    await expectFailure(
      """
      Commit 1, AddErrand {title: "Milk"}, changed the state in another way than in the recording.
      From the recorded state to this one:
        ~ titles[0]: "Bank" → "Milk"
        ~ titles[1]: "Milk" → "Bank"
      Recorded changes:
        + titles[1]: "Milk"
      Changes now:
        + titles[0]: "Milk"
      To fix, correct the reducers, or record the session again if they are meant to differ.
      """,
      line: 8
    ) { try replay(Self.session, reducers: [other]) }
  }

  @Test func `actions that are not accepted are listed, quoted as data`() async {
    var session = Self.session
    session.commit(ActionTemplate(id: "x\"); exit(1) //\u{1B}[2J")())
    await expectFailure(
      """
      The recording has actions that are not accepted.
      How often they happened:
        "FinishErrand": 1
        "x\\"); exit(1) //\\u{1B}[2J": 1
      To fix, make them Decodable and add their types to `accepting:`, or templates to `templates:`.
      """
    ) { try replay(session, accepting: [AddErrand.self]) }
  }

  @Test func `the replay continues from a restored state`() async throws {
    var session = Self.session
    session.restore(Errands(titles: ["A"], done: 9))
    session.commit(FinishErrand())
    #expect(try replay(session) == 5)
    await expectFailure(
      containing: "The actions that led to the state after commit 5 are not in"
    ) { try replay(session, from: Errands(titles: ["Bank"])) }
  }

  /// A session in which commits are joined, dropped and missing.
  private static var sessionWithGaps: RecordedSession {
    var session = Self.session
    session.commit(FinishErrand(), to: Errands(titles: ["B"], done: 1), count: 3)
    session.commit(AddErrand(title: "C"))
    session.write(.dropped(.init(count: 9, from: 9, to: 17, reason: .room)))
    session.begin(at: 17, Errands(titles: ["D"]))
    session.commit(AddErrand(title: "E"))
    session.begin(at: 19, Errands(titles: ["F"]))
    session.commit(AddErrand(title: "G"))
    return session
  }

  @Test(arguments: [nil, Errands(titles: ["Bank"])])
  func `a recording that lacks actions fails, and names the commits, unless gaps are skipped`(
    start: Errands?
  ) async throws {
    await expectFailure(
      """
      The actions of 12 commits are not in the recording.
      Not in the recording:
        commits 5 to 6: joined to commit 7
        commits 9 to 17: dropped, because they came faster than they were written
        commit 19: missing
      To fix, record the session again with an `overflow` that waits longer, or replay what there \
      is with `replay(Errands.self, reducers:, skippingGaps: true)`.
      """,
      line: 8
    ) { try replay(Self.sessionWithGaps, from: start) }
    // Continues from the recorded states.
    #expect(try replay(Self.sessionWithGaps, skippingGaps: true) == 7)
  }

  @Test func `a list of many gaps is cut`() async {
    var session = Self.session
    for number in 0..<30 { session.commit(FinishErrand(), to: Errands(done: number), count: 2) }
    await expectFailure(
      containing: "The actions of 30 commits are not in",
      "commit 27: joined to commit 28\n  … 18 more\n"
    ) { try replay(session) }
  }

  @Test func `what came before the first state is no gap`() throws {
    var session = RecordedSession(beginningWithState: false)
    session.write(.dropped(.init(count: 2, from: 1, to: 2, reason: .connection)))
    session.begin(at: 7, Errands(titles: ["A"]))
    session.commit(FinishErrand())
    #expect(try replay(session) == 1)
  }

  @Test func `actions without changes are done again, and compared at the next state`()
    async throws
  {
    var session = Self.session
    session.commitWithoutChanges(AddErrand(title: "A"))
    session.commitWithoutChanges(AddErrand(title: "B"))
    var wrong = session
    session.begin(at: 6, Errands(titles: ["A", "B"], done: 1))
    session.commit(FinishErrand())
    #expect(try replay(session) == 7)
    wrong.begin(at: 6, Errands(titles: ["A"], done: 1))
    await expectFailure(
      """
      The last 2 actions up to commit 6 led to another state than in the recording.
      From the recorded state to this one:
        + titles[1]: "B"
      To fix, correct the reducers, or record the session again if they are meant to differ.
      """,
      line: 8
    ) { try replay(wrong) }
  }

  @Test func `what is withheld in a recording is not compared`() async throws {
    func withhold(_ tree: inout Tree) {
      try? tree.apply([.set(TreePath([.key("pin")]), old: nil, new: .redacted)])
    }
    var session = RecordedSession(Errands(pin: "1234"), change: withhold)
    session.commit(AddErrand(title: "Milk"), change: withhold)
    await expectFailure(containing: "The recorded state after commit 0 cannot be made again") {
      try replay(session)
    }
    #expect(try replay(session, from: Errands(pin: "1234")) == 1)
  }

  @Test func `a state of which a part is not decoded fails`() async {
    let session = RecordedSession { tree in try? tree.apply([.add(["more"], 1)]) }
    await expectFailure(
      """
      The state after commit 0 is encoded in another way than in the recording.
      From the recorded state to this one:
        - more: 1
      To fix, begin with the recorded state, and encode and decode all of it.
      """,
      line: 8
    ) { try replay(session) }
  }

  @Test func `an initial state other than the recorded one fails`() async {
    await expectFailure(
      """
      The replay begins with another state than the recording.
      From the recorded state to this one:
        - titles[0]: "Bank"
        ~ done: 0 → 3
      To fix, begin with the recorded state, and encode and decode all of it.
      """,
      line: 8
    ) { try replay(Self.session, from: Errands(done: 3)) }
  }

  @Test func `one of several stores in a file is chosen`() async throws {
    var first = RecordedSession(name: "Work", instance: "1")
    first.commit(AddErrand(title: "A"))
    var second = RecordedSession(name: "Home", instance: "2")
    second.commit(FinishErrand())
    second.commit(FinishErrand())
    first.append(second)
    #expect(try replay(first, store: "Work") == 1)
    #expect(try replay(first, store: "Home") == 2)
    await expectFailure(
      """
      The recording is of 2 stores.
      Stores:
        "Work" of "App"
        "Home" of "App"
      To fix, choose one of them with `store:`.
      """
    ) { try replay(first) }
  }

  @Test func `a damaged line is named, and so is a missing file`() async {
    var session = Self.session
    session.append(line: "{\"type\":")
    session.commit(FinishErrand())
    await expectFailure(containing: "/Tests.swift:7: Line 7 of ", " is damaged: ") {
      try replay(session)
    }
    let path = "/nowhere/a.session"
    await expectFailure(containing: "/Tests.swift:7: The recording \"\(path)\" cannot be read") {
      _ = try StoreRecording(path, accepting: [], filePath: testFile, line: 7)
    }
  }

  @Test func `a recording without a commit to compare does not pass`() async {
    await expectFailure(containing: "holds no commit that could be compared.") {
      try replay(RecordedSession())
    }
  }

  @Test func `two accepted actions of one name are refused`() async {
    enum Other { struct AddErrand: Action, Decodable {} }
    await expectFailure(containing: "Two of the accepted actions are called \"AddErrand\".") {
      try replay(Self.session, accepting: [AddErrand.self, Other.AddErrand.self])
    }
  }
}
