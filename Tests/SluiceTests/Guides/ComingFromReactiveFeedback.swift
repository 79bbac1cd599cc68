import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct NoConnection: Error {}

/// Answers when asked for the second time.
private struct MovieEnvironment: Sendable {
  let asked = Log<Int>()

  func titles(_ page: Int) async throws -> [String] {
    asked.append(page)
    if asked.events.count == 1 { throw NoConnection() }
    return ["A", "B"]
  }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromReactiveFeedback {
  @Test func `a page of movies is loaded again when it failed`() async throws {
    let environment = MovieEnvironment()

    enum Paging: Sendable, Equatable {
      case loading(page: Int)
      case showing(page: Int)
      case failed(page: Int)
    }
    struct Movies: Sendable {
      var titles: [String] = []
      var paging = Paging.showing(page: 0)

      var pageToLoad: Int? { if case .loading(let page) = paging { page } else { nil } }
    }
    struct LoadPage: Action { let page: Int }
    struct PageLoaded: Action { let page: Int, titles: [String] }
    struct PageFailed: Action { let page: Int }

    let movies = Reducer<Movies>(
      ReduceOn(LoadPage.self) { state, action in state.paging = .loading(page: action.page) },
      ReduceOn(PageLoaded.self) { state, action in
        guard state.paging == .loading(page: action.page) else { return }
        state.titles += action.titles
        state.paging = .showing(page: action.page)
      },
      ReduceOn(PageFailed.self) { state, action in state.paging = .failed(page: action.page) }
    )

    let pageToLoad = Selector(keyPath: \Movies.pageToLoad)
    let load = Feedback<Movies, MovieEnvironment>(whenSome: pageToLoad) { page, movies, context in
      do {
        context.send(PageLoaded(page: page, titles: try await movies.titles(page)))
      } catch {
        context.send(PageFailed(page: page))
      }
    }
    let store = Store(initialState: Movies(), environment: environment, reducers: [movies])
    store.register(feedback: load)

    store.dispatch(action: LoadPage(page: 1))

    let failures = store.select(\.paging).buffering(.all).prefix { $0 != .showing(page: 1) }
    for await paging in failures {
      if case .failed(let page) = paging { store.dispatch(action: LoadPage(page: page)) }
    }

    #expect(store.titles == ["A", "B"])
    #expect(environment.asked.events == [1, 1])
  }
}
