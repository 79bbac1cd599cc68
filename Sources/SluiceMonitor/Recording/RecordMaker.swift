import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

/// Makes records of events, and keeps the last state's tree: one encoding for each commit.
///
/// Lives on the background thread. Redacted values are in nothing that it keeps or returns.
struct RecordMaker {
  private let reader: StateReader
  private let clock: WallClock
  private var values: ValueTrees

  /// The tree of the last encoded state; `nil` until there is one.
  private var base: Tree?
  /// The number of the last commit with a record.
  private(set) var lastNumber: Int?

  init(
    reader: StateReader,
    redaction: Redaction,
    view: ActionView = ActionView(),
    options: TreeOptions = TreeOptions(),
    clock: WallClock = WallClock()
  ) {
    self.reader = reader
    self.clock = clock
    values = ValueTrees(redaction, view, options)
  }

  /// Whether the next state must be sent as a whole.
  var lacksState: Bool { base == nil }

  /// Forgets the state: the next reader has not seen it.
  mutating func begin() {
    base = nil
    values.resetNotes()
  }

  /// Sets the state from which the next changes are computed.
  mutating func start(from state: HeldState, number: Int) {
    base = reader.tree(state, &values)
    lastNumber = number
  }

  /// Sets the last known commit, without its state.
  mutating func `continue`(after number: Int?) {
    lastNumber = number
  }

  /// The whole state; `nil` if none is known.
  var state: WireRecord.State? {
    guard let base, let lastNumber else { return nil }
    return WireRecord.State(number: lastNumber, state: base)
  }

  /// Returns the whole state with what has to be noted about it; `nil` if none is known.
  mutating func state(reply: Int?) -> WireRecord? {
    guard var state else { return nil }
    state.note = values.takeNote()
    state.reply = reply
    return .state(state)
  }

  /// Returns a function, for any thread, that returns why a program can't decode the last state, and `nil`
  /// if it can; `nil` if no state is known, or the type isn't to be decoded.
  var decodingCheck: (@Sendable () -> String?)? {
    guard let base, let decode = reader.decode else { return nil }
    if values.isStateReflected {
      let name = reader.typeName
      return { "\(name) is not Encodable, or only on an actor, and is recorded by reflection." }
    }
    return {
      do {
        try decode(base)
        return nil
      } catch {
        // The path to what is too deep may be long; its end tells more than its middle.
        let reason = error.reason
        return reason.count > 300 ? "\(reason.prefix(150))…\(reason.suffix(150))" : reason
      }
    }
  }

  /// The notes for `hello`.
  var notes: [String] {
    var notes: [String] = []
    if values.isStateReflected {
      notes.append(
        "The state \(reader.typeName) is shown by reflection: it is not Encodable, or only on an"
          + " actor."
      )
    }
    if !values.reflectedActions.isEmpty {
      let names = values.reflectedActions.sorted().joined(separator: ", ")
      notes.append("Shown by reflection, because they are not Encodable: \(names).")
    } else {
      notes.append("Actions that are not Encodable are shown by reflection.")
    }
    return notes
  }

  var stateType: String { reader.typeName }

  /// Returns a commit's record; without changes if the state before is unknown.
  ///
  /// - Parameter hiddenCount: The number of commits before it that are not sent.
  mutating func commit(
    _ facts: CommitFacts,
    _ state: HeldState?,
    hiddenCount: Int = 0
  ) -> WireRecord.Commit {
    let count = lastNumber.map { max(1, facts.number - $0) } ?? 1
    var record = WireRecord.Commit(
      number: facts.number,
      // Reduced just before an Explorer connected, and so without a time.
      time: clock.time(at: facts.begin ?? CommitFacts.now),
      action: values.action(facts.action),
      origin: WireRecord.Origin(facts.origin),
      cause: facts.origin.cause.map { cause in
        WireRecord.Cause(cause, element: cause.effect.flatMap { values.elements(of: $0) })
      },
      reducing: facts.reducingTime?.nanoseconds,
      reducers: facts.reducers.map { WireRecord.Reducer(id: $0) }
    )
    guard let state else {
      record.count = 1 + hiddenCount
      record.changesAreUnknown = true
      return record
    }
    record.count = count
    lastNumber = facts.number
    if count == 1, !facts.isHandled, base != nil {
      record.note = values.takeNote()
      return record
    }

    let tree = reader.tree(state, &values)
    if let base {
      record.changes = Tree.changes(from: base, to: tree).map { $0.withoutLongOld() }
    } else {
      record.changesAreUnknown = true
    }
    record.note = values.takeNote()
    base = tree
    return record
  }

  func diagnostic(_ entry: DiagnosticTable.Entry) -> WireRecord {
    let diagnostic = entry.diagnostic
    return .diagnostic(
      WireRecord.Diagnostic(
        number: entry.number,
        id: diagnostic.id.rawValue,
        time: clock.time(at: entry.time),
        count: entry.count,
        commit: entry.commit,
        effect: diagnostic.run?.effect,
        run: diagnostic.run?.number,
        position: diagnostic.position,
        cause: entry.cause,
        cure: diagnostic.cure
      )
    )
  }

  func effect(_ event: EffectEvent, at time: Duration) -> WireRecord {
    let kind: WireRecord.Effect.Event
    var text: String?
    var failed: (attempt: Int, wait: Duration)?
    let isAnswered = if case .endedByAnswer = event.kind { true } else { false }
    switch event.kind {
    case .started: kind = .started
    case .retrying(let attempt, let error, let wait):
      kind = .retrying
      text = values.text(of: error)
      failed = (attempt, wait)
    case .ended, .endedByAnswer: kind = .ended
    case .cancelled: kind = .cancelled
    case .failed(let error):
      kind = .failed
      text = values.text(of: error)
    }
    return .effect(
      WireRecord.Effect(
        event: kind,
        effect: event.run.effect,
        element: values.elements(of: event.run),
        run: event.run.number,
        commit: event.commit,
        time: clock.time(at: time),
        duration: event.duration?.nanoseconds,
        error: text,
        attempt: failed?.attempt,
        wait: failed?.wait.nanoseconds,
        isAnswered: isAnswered
      )
    )
  }
}

/// Makes trees of states whose type is known where this was made.
struct StateReader: Sendable {
  let typeName: String
  let tree: @Sendable (HeldState, inout ValueTrees) -> Tree
  /// Returns about how much storage a state doesn't share with the one before it.
  let unsharedBytes: @Sendable (HeldState, _ before: HeldState) -> Int
  /// Decodes a state, to find out whether that is possible; `nil` for types that aren't `Decodable`.
  let decode: (@Sendable (Tree) throws -> Void)?

  /// - Parameter transform: Returns the value to show for a state; `nil` for the state itself.
  init<State: Sendable>(_ type: State.Type, _ transform: (@Sendable (State) -> State)? = nil) {
    typeName = "\(type)"
    tree = { held, values in
      held.withState(as: State.self) { values.state(transform?($0) ?? copy $0) }
    }
    unsharedBytes = { state, before in
      state.withState(as: State.self) { state in
        before.withState(as: State.self) { UnsharedBytes.count(in: copy state, since: copy $0) }
      }
    }
    guard State.self is any Decodable.Type else {
      decode = nil
      return
    }
    decode = { tree in
      // Looked up again: a conformance isolated to an actor must not be used on another thread.
      guard let decodable = State.self as? any Decodable.Type else { return }
      _ = try TreeDecoder(maximalDepth: Tree.maximalDepth).decode(decodable, from: tree)
    }
  }
}

extension WireRecord.Origin {
  init(_ origin: ActionOrigin) {
    self.init(
      file: origin.fileID,
      line: origin.line,
      function: origin.function,
      info: origin.note,
      carried: Tree(carried: origin.carried)
    )
  }
}

extension Tree {
  /// Creates an object of named values; `nil` if there are none.
  fileprivate init?(carried values: [String: String]) {
    if values.isEmpty { return nil }
    self = .object(
      Object(values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) })
    )
  }
}

extension WireRecord.Cause {
  init(_ cause: ActionOrigin.Cause, element: String?) {
    let run = cause.effect.map(\.number)
    self.init(
      commit: cause.commit,
      effect: cause.effect?.effect,
      element: element,
      // A synchronous effect has no runs.
      run: run == 0 ? nil : run
    )
  }
}
