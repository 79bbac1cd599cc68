import SluiceLocks
import SluiceTree

/// Runs handlers a second time on a copy of the state, and has the two results compared after
/// unlocking.
///
/// Wraps the handlers when routes are made, so that a dispatch asks nothing.
struct ReducerCheck: Sendable {
  /// Returns a body that runs another one twice, of a reducer and for a type of action.
  let checking: @Sendable (HandlerBody, ReducerName, any Action.Type) -> HandlerBody

  init<State: Sendable>(_: State.Type) {
    let reported = Reported()
    checking = { body, name, type in
      unsafe HandlerBody(atAddress: { state, action, output in
        let first = unsafe state.assumingMemoryBound(to: State.self)
        var second = unsafe first.pointee
        unsafe body.reduce(state, action, &output)
        var dropped = ReducerOutput()
        unsafe withUnsafeMutablePointer(to: &second) {
          unsafe body.reduce(UnsafeMutableRawPointer($0), action, &dropped)
        }
        let results = unsafe (first.pointee, second)
        let subject = unsafe Self.load(type, at: action)
        output.reportLater {
          let changes = Tree.changes(from: Tree(showing: results.0), to: Tree(showing: results.1))
          if changes.isEmpty { return nil }
          if !reported.insert("\(name.id) \(type)") { return nil }
          let shown = changes.prefix(3).map { "\($0)" }.joined(separator: ", ")
          return .unstableReducer(
            name: name.id,
            action: "\(subject)",
            difference: changes.count > 3 ? "\(shown) and \(changes.count - 3) more" : shown
          )
        }
      })
    }
  }

  /// The reducers, with types of actions, that were reported.
  private final class Reported: Sendable {
    private let subjects = Locked<Set<String>>([])

    /// - Returns: Whether it is new.
    func insert(_ subject: String) -> Bool { subjects.withLock { $0.insert(subject).inserted } }
  }

  private static func load(_ type: any Action.Type, at address: UnsafeRawPointer) -> any Action {
    func open<A: Action>(_: A.Type) -> any Action {
      unsafe address.assumingMemoryBound(to: A.self).pointee
    }
    return open(type)
  }
}

extension Core {
  final var checksReducers: Bool { locked("checksReducers") { _ in routes.check != nil } }

  /// Has reducers run twice from now on, or once.
  final func setReducerCheck(_ check: ReducerCheck?) {
    let old = locked("checksReducers") { _ in routes.setCheck(check) }
    withExtendedLifetime(old) {}
  }
}
