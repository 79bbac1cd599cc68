import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What `onRetry` and `catch` know of an attempt and its run, for effects and feedbacks alike.
@Suite(.inTurn) struct AttemptContextTests {
  struct Job: Sendable, Equatable, Identifiable {
    let id: Int
    var name = "a"
  }

  struct Daemon: Sendable, Equatable {
    var jobs: Entities<Job> = [Job(id: 1), Job(id: 4)]
    var hosts = ["x", "y"]
  }

  struct Start: Action { let name: String }
  struct Noted: Action, Equatable { let text: String }

  private let clock = TestClock()
  private let commits = TestInterceptor<Daemon>()
  private let store: Store<Daemon, Void>

  init() {
    store = Store(initialState: Daemon(), clock: clock)
    store.register(interceptor: commits)
  }

  /// Returns what was noted, with the elements that it was noted for.
  private func notes() -> [String] {
    commits.dispatchedActions.compactMap { action in
      if let noted = action as? Noted { return noted.text }
      guard let element = action as? ElementAction<Job>, let noted = element.action as? Noted else {
        return nil
      }
      return "\(element.id): \(noted.text)"
    }
  }

  private static func note<Input>(_ text: String, _ context: AttemptContext<Input>) -> Noted {
    let element = context.element.map { "\($0)" } ?? "-"
    return Noted(text: "\(text) \(context.attempt) \(context.input) \(element)")
  }

  private static let starting = Effect<Void>.on(Start.self) { start, _ in throw Trouble(start.name)
  }
  .retry(attempts: 2, backoff: .fixed(.seconds(1)))
  .onRetry { error, wait, context in context.send(note("\(error) in \(wait)", context)) }
  .catch { error, context in note("\(error)", context) }

  @Test func `an effect's closures know the action, the attempt and the element`() async {
    store.register(Self.starting) { $0.lift(.each(\Daemon.jobs)) }
    store.dispatch(action: ElementAction<Job>(id: 4, action: Start(name: "a")))
    await clock.advance(by: .seconds(1))
    #expect(
      notes() == [
        #"4: a in 1.0 seconds 1 Start(name: "a") 4"#, #"4: a 2 Start(name: "a") 4"#,
      ]
    )
    #expect(commits.stateChanges.dropFirst().allSatisfy { $0.origin.cause?.commit == 1 })
  }

  @Test func `a run without attempts of its own fails in its first`() async {
    store.register(
      effect: .on(Start.self) { start, _ in throw Trouble(start.name) }
        .catch { error, context in
          context.send(Noted(text: "sent"))
          return Self.note("\(error)", context)
        }
    )
    store.dispatch(action: Start(name: "b"))
    await clock.advance()
    #expect(notes() == ["sent", #"b 1 Start(name: "b") -"#])
  }

  @Test func `a feedback's closures know the key`() async {
    store.register(
      feedback: Feedback(each: \.hosts) { host, _, _ in throw Trouble(host) }
        .retry(attempts: 2, backoff: .fixed(.seconds(1)))
        .onRetry { error, _, context in context.send(Self.note("\(error)?", context)) }
        .catch { error, context in
          (context.input as? String).map { Self.note("\(error) of \($0)", context) }
        }
    )
    await clock.advance(by: .seconds(1))
    #expect(notes().sorted() == ["x of x 2 x -", "x? 1 x -", "y of y 2 y -", "y? 1 y -"])
  }

  @Test func `an element's feedback dispatches for the element`() async {
    let loading = Feedback<Job, Void>(for: \.name) { name, _, _ in throw Trouble(name) }
      .retry(attempts: 2, backoff: .fixed(.seconds(1)))
      .onRetry { error, _, context in context.send(Self.note("\(error)?", context)) }
      .catch { error, context in Self.note("\(error)", context) }
    store.register(loading) { $0.lift(.each(\Daemon.jobs)) }
    await clock.advance(by: .seconds(1))
    #expect(notes().sorted() == ["1: a 2 a 1", "1: a? 1 a 1", "4: a 2 a 4", "4: a? 1 a 4"])
  }
}
