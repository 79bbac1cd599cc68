import Sluice
import SluiceTesting

/// What a sink receives, for as long as this is retained.
final class Received<Value: Sendable>: Sendable {
  private let log: Log<Value>
  private let token: SelectionToken

  init(_ subscribe: (Log<Value>) -> SelectionToken) {
    log = Log()
    token = subscribe(log)
  }

  var values: [Value] { log.events }

  func cancel() { token.cancel() }
}

extension Selection {
  /// Subscribes a sink that remembers what it receives.
  func received() -> Received<Value> { Received { log in sink { log.append($0) } } }

  /// Subscribes a sink that remembers something of what it receives.
  func received<Part: Sendable>(
    _ part: @escaping @Sendable (Value) -> Part
  ) -> Received<Part> {
    Received { log in sink { log.append(part($0)) } }
  }
}

extension SelectionChanges {
  /// Subscribes a sink that remembers something of the changes that it receives.
  func received<Part: Sendable>(
    _ part: @escaping @Sendable (SelectionChange<Value>) -> Part
  ) -> Received<Part> {
    Received { log in sink { log.append(part($0)) } }
  }
}

extension AsyncIteratorProtocol where Failure == Never {
  /// Reads what is left, to the end.
  mutating func rest() async -> [Element] {
    var read: [Element] = []
    while let element = await next(isolation: #isolation) { read.append(element) }
    return read
  }
}

extension Store {
  /// Dispatches one after another.
  func send(_ actions: any Action...) {
    for action in actions { dispatch(action: action) }
  }

  /// Notes something of each commit.
  func noting<Note: Sendable>(
    _ interests: InterceptorInterests = .oldState,
    _ note: @escaping @Sendable (Commit<State>) -> Note
  ) -> Log<Note> {
    let log = Log<Note>()
    register(interceptor: CommitProbe(interests: interests) { log.append(note($0)) })
    return log
  }

  /// Notes what is reported.
  func reports() -> Log<String> {
    let log = Log<String>()
    onDiagnostic = { log.append("\($0)") }
    return log
  }
}
