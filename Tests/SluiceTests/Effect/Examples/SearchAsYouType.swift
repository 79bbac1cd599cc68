import Sluice
import SluiceTesting
import TestSupport
import Testing

struct QueryTyped: Action { let text: String }
struct ResultsLoaded: Action { let results: [String] }
struct SearchFailed: Action { let message: String }
struct SearchLeft: Action {}

struct SearchService: Sendable {
  var search: @Sendable (String, RunContext<Void>) async throws -> [String]
}

let searchAsYouType = Effect<SearchService>.on(QueryTyped.self) { action, service, context in
  context.send(ResultsLoaded(results: try await service.search(action.text, context)))
}
.debounce(for: .milliseconds(300))
.timeout(after: .seconds(10))
.retry(attempts: 3, backoff: .exponential(from: .seconds(1)))
.cancelled(by: QueryTyped.self, SearchLeft.self)
.catch { error, _ in SearchFailed(message: "\(error)") }

@Suite(.inTurn)
struct SearchAsYouTypeTests {
  let clock = TestClock()
  let asked = Log<String>()
  let commits = TestInterceptor<Int>()

  func store() -> Store<Int, SearchService> {
    let service = SearchService { [asked] text, run in
      asked.append(text)
      try await run.sleep(for: .seconds(1))
      if text == "broken" { throw Trouble(description: "no network") }
      return [text.uppercased()]
    }
    let store = Store(initialState: 0, environment: service, clock: clock)
    store.register(effect: searchAsYouType)
    store.register(interceptor: commits)
    return store
  }

  @Test func `only texts that were left standing are searched, and only the newest results come`()
    async
  {
    let store = store()
    for text in ["s", "sw", "swift"] {
      store.dispatch(action: QueryTyped(text: text))
      await clock.advance(by: .milliseconds(100))
    }
    await clock.advance(by: .milliseconds(700))
    store.dispatch(action: QueryTyped(text: "swiftly"))
    await clock.advance(by: .seconds(5))
    #expect(asked.events == ["swift", "swiftly"])
    #expect(commits.actions(ofType: ResultsLoaded.self).map(\.results) == [["SWIFTLY"]])
  }

  @Test func `the results of an older text don't come while a newer one is being typed`() async {
    let store = store()
    store.dispatch(action: QueryTyped(text: "swift"))
    await clock.advance(by: .milliseconds(1_200))
    // The first search would answer in 100 ms, and the second one begins in 300.
    store.dispatch(action: QueryTyped(text: "swiftly"))
    await clock.advance(by: .milliseconds(250))
    #expect(commits.actions(ofType: ResultsLoaded.self).isEmpty)
    await clock.advance(by: .seconds(5))
    #expect(commits.actions(ofType: ResultsLoaded.self).map(\.results) == [["SWIFTLY"]])
  }

  @Test func `a search that fails is tried three times, and leaving ends it`() async {
    let store = store()
    store.dispatch(action: QueryTyped(text: "broken"))
    await clock.run()
    #expect(asked.events.count == 3)
    #expect(commits.actions(ofType: SearchFailed.self).map(\.message) == ["no network"])
    store.dispatch(action: QueryTyped(text: "a"))
    store.dispatch(action: SearchLeft())
    await clock.run()
    #expect(asked.events.count == 3)
  }
}
