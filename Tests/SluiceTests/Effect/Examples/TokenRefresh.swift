import Sluice
import SluiceTesting
import TestSupport
import Testing

struct Session: Sendable, Equatable { var token = 0 }
struct FetchPage: Action { let number: Int }
struct PageFetched: Action { let text: String }
struct RefreshToken: Action {}
struct TokenRefreshed: Action { let token: Int }

struct Unauthorized: Error {}
struct SessionService: Sendable {
  var page: @Sendable (_ number: Int, _ token: Int) async throws -> String
  var newToken: @Sendable (RunContext<Void>) async throws -> Int
}

let session = Reducer<Session>(
  ReduceOn(TokenRefreshed.self) { state, action in state.token = action.token }
)

struct SessionEffects: Effects<SessionService> {
  let fetch = Effect<SessionService>.on(FetchPage.self, state: Session.self) {
    action,
    service,
    context in
    while true {
      let token = context.state.token
      do {
        return context.send(PageFetched(text: try await service.page(action.number, token)))
      } catch is Unauthorized {
        // Another request may have had it refreshed meanwhile.
        if context.state.token != token { continue }
        context.send(RefreshToken())
        repeat {
          _ = try await context.next(TokenRefreshed.self)
        } while context.state.token == token
      }
    }
  }

  let refresh = Effect<SessionService>.on(RefreshToken.self) { _, service, context in
    context.send(TokenRefreshed(token: try await service.newToken(context)))
  }
  .overlap(.first)
}

@Suite(.inTurn)
struct TokenRefreshTests {
  @Test func `requests that fail together wait for one refresh`() async {
    let clock = TestClock()
    let refreshes = Log<Int>()
    let service = SessionService(
      page: { number, token in
        if token == 0 { throw Unauthorized() }
        return "page \(number)"
      },
      newToken: { run in
        try await run.sleep(for: .seconds(1))
        refreshes.append(1)
        return refreshes.events.count
      }
    )
    let store = Store(
      initialState: Session(),
      environment: service,
      reducers: [session],
      clock: clock
    )
    let commits = TestInterceptor<Session>()
    store.register(interceptor: commits)
    store.register(effects: SessionEffects())
    for number in 1...5 { store.dispatch(action: FetchPage(number: number)) }
    await clock.run()
    await store.idle()
    #expect(refreshes.events.count == 1)
    #expect(commits.actions(ofType: RefreshToken.self).count == 5)
    #expect(
      Set(commits.actions(ofType: PageFetched.self).map(\.text))
        == Set((1...5).map { "page \($0)" })
    )
  }
}
