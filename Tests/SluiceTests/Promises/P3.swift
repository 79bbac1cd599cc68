import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// No lost update.
  @Suite struct P3 {
    /// Ways to dispatch.
    enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
      case concrete
      case erased
      case watched
      case throughMiddleware

      var testDescription: String { rawValue }
    }

    private struct Passer: Middleware {
      func process(
        _ action: any Action,
        context: MiddlewareContext<Counting>,
        next: @escaping @Sendable (any Action) -> Void
      ) {
        next(action)
      }
    }

    private struct Numbers: Interceptor {
      let numbers: Log<Int>
      func committed(_ commit: Commit<Counting>) { numbers.append(commit.number) }
    }

    @Test(arguments: Way.allCases)
    func `what eight threads dispatch is counted in full`(way: Way) async {
      let store = Store.counting()
      if way == .throughMiddleware { store.register(middleware: Passer()) }
      store.onDiagnostic = { _ in }
      let token = way == .watched ? store.select(\.other).sink { _ in } : nil
      await Threads.run(Promises.threads) { _ in
        for _ in 0..<Promises.dispatches {
          if way == .erased {
            let action: any Action = Increment()
            store.dispatch(action: action)
          } else {
            store.dispatch(action: Increment())
          }
        }
      }
      #expect(store.state.count == Promises.threads * Promises.dispatches)
      token?.cancel()
    }

    @Test func `numbers have no gap and no repeat, handled or not`() async throws {
      let store = Store.counting()
      store.onDiagnostic = { _ in }
      let numbers = Log<Int>()
      store.register(interceptor: Numbers(numbers: numbers))
      await Threads.run(Promises.threads) { index in
        for round in 0..<1_000 {
          if round.isMultiple(of: 2) {
            store.dispatch(action: Increment())
          } else {
            store.dispatch(action: Unhandled())
          }
        }
      }
      try await numbers.wait(forCount: Promises.threads * 1_000)
      #expect(numbers.events == Array(1...(Promises.threads * 1_000)))
    }

    @Test func `what tasks and actors dispatch is counted in full`() async {
      let store = Store.counting()
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            for _ in 0..<100 {
              store.dispatch(action: Increment())
              await Task.yield()
            }
          }
          group.addTask { @MainActor in
            for _ in 0..<100 { store.dispatch(action: Increment()) }
          }
        }
      }
      #expect(store.state.count == 20_000)
    }

    @Test func `what effects dispatch is counted in full`() async throws {
      struct Request: Action {}
      let store = Store.counting()
      store.register(effect: .on(Request.self) { _, _ in Increment() })
      store.register(effect: .map(Request.self) { _ in Increment() })
      let counted = Log<Int>()
      let token = store.select(\.count).sink { counted.append($0) }
      await Threads.run(4) { _ in
        for _ in 0..<500 { store.dispatch(action: Request()) }
      }
      try await counted.wait(for: 4_000)
      #expect(counted.events == Array(0...4_000))
      token.cancel()
    }
  }
}
