/// The handlers of a reducer that refers to itself, as those within it find them.
///
/// Retained by the reducer, and unowned by the handlers within it.
final class Recursion<State: Sendable>: RecursionType {
  /// Set once, when the reducer is complete.
  private let whole = OnceReference<NestedHandlers<State>>()
  private let handledTypes = Locked<[ObjectIdentifier: Bool]>([:])
  private let joinedFollowUps = Locked<Handler.FollowUps?>(nil)

  /// The handler within the reducer that stands for all of it.
  var handler: Handler {
    // A body for each type, so that a level takes little stack.
    Handler(
      .matching { [unowned self] in handles($0) },
      .made { [unowned self] type in
        unsafe HandlerBody(atAddress: { [unowned self] state, action, output in
          unsafe complete.list(for: type).reduce(state, action, &output)
        })
      },
      followUps: .ofRecursion { [unowned self] in followUps }
    )
  }

  /// Completes the reducer.
  ///
  /// - Returns: Its handlers, which retain this object.
  func complete(with handlers: [Handler]) -> [Handler] {
    _ = whole.storeIfNil(NestedHandlers(handlers))
    return handlers.map { $0.retaining(self) }
  }

  private var complete: NestedHandlers<State> {
    guard let whole = whole.load() else {
      preconditionFailure(
        """
        Sluice: the closure of `Reducer.recursive` used its argument to reduce an action. To fix, only \
        lift and combine it there; it can reduce once the closure has returned.
        """
      )
    }
    return whole
  }

  // MARK: - What depends on itself

  /// Whether the reducer handles a type: whether any of its handlers does, if this one doesn't.
  private func handles(_ type: any Action.Type) -> Bool {
    // While the reducer is made, it may handle anything.
    guard let whole = whole.load() else { return true }
    let id = ObjectIdentifier(type)
    if let known = handledTypes.withLock({ $0[id] }) { return known }
    if Recursions.current.contains(where: { $0.recursion === self && $0.type == id }) {
      return false
    }
    let result = Recursions.ask(.init(recursion: self, type: id)) { whole.handles(type) }
    // Within another question, the answer rests on what that assumes.
    if Recursions.current.isEmpty { handledTypes.withLock { $0[id] = result } }
    return result
  }

  /// The follow-ups of all handlers: those that result if this one's are known.
  private var followUps: Handler.FollowUps {
    guard let whole = whole.load() else { return .none }
    if let known = joinedFollowUps.withLock({ $0 }) { return known }
    if let asked = Recursions.current.last(where: { $0.recursion === self && $0.type == nil }) {
      return asked.followUps
    }
    // From none on, as long as there are more.
    var result = Handler.FollowUps.none
    while true {
      let question = Recursions.Question(recursion: self, followUps: result)
      let next = Recursions.ask(question) { whole.followUps.known }
      if next.rank <= result.rank { break }
      result = next
    }
    if Recursions.current.isEmpty { joinedFollowUps.withLock { $0 = result } }
    return result
  }
}

/// A ``Recursion`` of any state.
protocol RecursionType: AnyObject, Sendable {}

/// The questions about recursive reducers that are being answered.
enum Recursions {
  struct Question: Sendable {
    let recursion: any RecursionType
    /// The type of action that may be handled; `nil` if it is about follow-ups.
    var type: ObjectIdentifier?
    /// The follow-ups assumed so far.
    var followUps = Handler.FollowUps.none
  }

  @TaskLocal static var current: [Question] = []

  static func ask<Answer>(_ question: Question, _ answer: () -> Answer) -> Answer {
    $current.withValue(current + [question], operation: answer)
  }
}
