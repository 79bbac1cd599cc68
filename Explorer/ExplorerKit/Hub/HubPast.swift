import SluiceWire

/// What a hub holds of the past of one program's store, fetched page by page, and kept up to date.
///
/// Pure: pass it every event of a ``Watcher`` or a ``Viewer``, and let it ask after each turn:
///
/// ```swift
/// var past = HubPast(of: hello.instance)
/// while !past.isUpToDate {
///   for event in try viewer.turn() { past.take(event) }
///   past.ask(viewer)
/// }
/// past.history.why(path, at: number)
/// ```
///
/// Once it is up to date, it stays so as long as the program is watched: what happens is added, and what
/// this viewer read too slowly, or did not receive during a pause, is asked for again. If the hub ends and
/// another takes its place, that one is asked for what it has. A hub that holds no history is asked for the
/// current state, and the history begins there. A hub that holds nothing of the program refuses, and
/// ``refusal`` says why; then the history begins with the program's next state.
///
/// A hub has the same histories in ``Watcher/history(of:)``, without fetching them.
struct HubPast {
  private enum Phase {
    /// A request for what follows on the history is due.
    case due
    case asked(Int, after: Int?)
    /// What happens is taken in.
    case following
  }

  /// The program.
  let instance: String
  private(set) var history: History
  /// Why the hub refused the last request; `nil` if it did not.
  private(set) var refusal: String?
  private var phase = Phase.due
  /// Whether the program's hub has gone, and no other one has said hello for it.
  private var isWaiting = false
  private var holdsHistory = false

  /// - Parameter limits: What is held here; the hub's own limits count beside them.
  init(of instance: String, _ limits: History.Limits = History.Limits()) {
    self.instance = instance
    history = History(limits)
  }

  /// Whether everything that the hub holds has arrived.
  var isUpToDate: Bool {
    if case .following = phase { true } else { false }
  }

  /// Takes in an event, if it is about this program.
  mutating func take(_ event: HubEvent) {
    switch event {
    case .held(let request, let record):
      guard case .asked(request, after: let after) = phase else { return }
      take(held: record, after: after)
    case .record(_, instance, let record):
      // Until the history has arrived, a later page has what happens now.
      guard isUpToDate else { return }
      if holdsHistory, record.followsOnGap { phase = .due } else { history.take(record) }
    case .connected(_, let hello) where hello.instance == instance:
      isWaiting = false
    case .disconnected(_, instance, .hubWentAway):
      isWaiting = true
      phase = .due
    default:
      break
    }
  }

  /// - Parameter number: The commit behind which the page begins.
  private mutating func take(held record: WireRecord, after number: Int?) {
    switch record {
    case .page(let page):
      if let last = page.last, let ours = history.lastNumber, last < ours {
        // The program began anew.
        history = History(history.limits)
        phase = .due
        return
      }
      if page.isShortened { history.isShortened = true }
      // Without progress, the same would be asked for ever.
      phase = page.hasMore && history.lastNumber != number ? .due : .following
    case .error(let failure):
      refusal = failure.message
      phase = .following
    default:
      history.take(record)
    }
  }

  /// Asks for the next page, if it is due and the hub has said whether it holds history.
  ///
  /// - Parameter source: The hub, or the viewer that is connected to it.
  mutating func ask(_ source: some HistorySource) {
    guard case .due = phase, !isWaiting, let holdsHistory = source.holdsHistory else { return }
    self.holdsHistory = holdsHistory
    refusal = nil
    do throws(CommandRefusal) {
      if holdsHistory {
        let last = history.lastNumber
        let request = WireRecord.History(request: 0, after: last)
        phase = .asked(try source.send(.history(request), to: instance), after: last)
      } else {
        _ = try source.send(.snapshot(.init(request: 0)), to: instance)
        phase = .following
      }
    } catch {
      // A later turn makes room, or ends the connection.
      if error.isTemporary { return }
      refusal = error.description
      phase = .following
    }
  }
}

/// Something that answers requests for the past with events: a hub, or a viewer's connection to one.
protocol HistorySource {
  /// Whether the hub holds the past of its programs; `nil` until it has said so.
  var holdsHistory: Bool? { get }

  /// Sends a command; `nil` for the instance asks for the programs of which something is held.
  func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int
}

extension Hub: HistorySource {}
extension Viewer: HistorySource {}
extension Watcher: HistorySource {}

extension WireRecord {
  /// Whether the hub may hold something in front of the record that this viewer did not receive.
  fileprivate var followsOnGap: Bool {
    switch self {
    // Without a `dropped` in front of it, only events of effects may be missing.
    case .state: true
    case .dropped(let dropped): dropped.mayBeHeld
    default: false
    }
  }
}

extension WireRecord.Dropped {
  /// Whether the hub may hold what this viewer did not receive.
  var mayBeHeld: Bool {
    switch reason {
    case .viewer, .pause: true
    // Some of several reasons may be the viewer's.
    case nil: true
    case .room, .connection: false
    }
  }
}
