import Sluice
import SluiceTesting
import TestSupport
import Testing

struct MovieList: Sendable, Equatable {
  enum Phase: Equatable {
    case idle
    case loading(page: Int)
    case failed(page: Int)
  }
  var movies: [String] = []
  var phase = Phase.loading(page: 1)
  var nextPage: Int? { if case .loading(let page) = phase { page } else { nil } }
}
struct EndReached: Action {}
struct RetryTapped: Action {}
struct MoviesLoaded: Action {
  let page: Int
  let movies: [String]
}
struct MoviesFailed: Action { let page: Int }

struct MovieService: Sendable {
  var movies: @Sendable (_ page: Int) async throws -> [String]
}

let movieList = Reducer<MovieList>(
  ReduceOn(EndReached.self) { state, _ in
    // Pages of three; while one is loading, the end may be reached as often as it likes.
    if state.phase == .idle { state.phase = .loading(page: state.movies.count / 3 + 1) }
  },
  ReduceOn(RetryTapped.self) { state, _ in
    if case .failed(let page) = state.phase { state.phase = .loading(page: page) }
  },
  ReduceOn(MoviesLoaded.self) { state, action in
    state.movies += action.movies
    state.phase = .idle
  },
  ReduceOn(MoviesFailed.self) { state, action in state.phase = .failed(page: action.page) }
)

let loadPage = Feedback<MovieList, MovieService>(whenSome: \.nextPage) { page, service, context in
  do {
    context.send(MoviesLoaded(page: page, movies: try await service.movies(page)))
  } catch {
    context.send(MoviesFailed(page: page))
  }
}

@Suite(.inTurn)
struct PagedMoviesTests {
  @Test func `pages are loaded one after another, and again after a failure`() async {
    let clock = TestClock()
    let isOffline = Shared(false)
    let asked = Log<Int>()
    let service = MovieService { page in
      asked.append(page)
      if isOffline.value { throw Trouble(description: "offline") }
      return (1...3).map { "Movie \((page - 1) * 3 + $0)" }
    }
    let store = Store(
      initialState: MovieList(),
      environment: service,
      reducers: [movieList],
      clock: clock
    )
    store.register(feedback: loadPage)
    await clock.advance()
    #expect(store.movies.count == 3)

    isOffline.value = true
    store.dispatch(action: EndReached())
    store.dispatch(action: EndReached())
    await clock.advance()
    #expect(store.phase == .failed(page: 2))
    store.dispatch(action: EndReached())
    isOffline.value = false
    store.dispatch(action: RetryTapped())
    await clock.advance()
    #expect(store.movies.last == "Movie 6")
    #expect(asked.events == [1, 2, 2])
  }
}
