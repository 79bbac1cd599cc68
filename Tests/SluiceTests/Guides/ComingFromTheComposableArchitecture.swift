import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct AppState: Sendable {
  var primes: [Int] = []
  var count = 0
}
private enum PrimesAction: Action {
  case add(Int)
  case loaded([Int])
}
private enum CounterAction: Action { case increment }

private let primesReducer = Reducer<[Int]>(
  ReduceOn(PrimesAction.self) { primes, action in
    switch action {
    case .add(let prime): primes.append(prime)
    case .loaded(let loaded): primes = loaded
    }
  }
)
private let counterReducer = Reducer<Int>(
  ReduceOn(CounterAction.self) { count, _ in count += 1 }
)

private struct FilesEnvironment: Sendable {
  let file: URL

  func write(_ data: Data) throws { try data.write(to: file) }
  func read() throws -> Data { try Data(contentsOf: file) }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromTheComposableArchitecture {
  @Test func `favourite primes are saved to a file and loaded from it`() async throws {
    let log = Log<String>()
    let files = FilesEnvironment(
      file: FileManager.default.temporaryDirectory.appending(path: "primes-\(UUID()).json")
    )
    defer { try? FileManager.default.removeItem(at: files.file) }

    enum AppAction: Action {
      case primes(PrimesAction)
      case counter(CounterAction)

      var primes: PrimesAction? { if case .primes(let action) = self { action } else { nil } }
      var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
    }

    let appReducer = Reducer.combine(
      primesReducer.lift(state: \AppState.primes, action: \AppAction.primes),
      counterReducer.lift(state: \AppState.count, action: \AppAction.counter)
    ).logging { log.append($0) }

    struct SaveTapped: Action {}
    struct Saved: Action {}
    struct LoadTapped: Action {}

    let savingReducer = Reducer<AppState>(
      ReduceOn(SaveTapped.self) { state, _ in
        let primes = state.primes
        return [
          .action {
            try files.write(JSONEncoder().encode(primes))
            return Saved()
          }
        ]
      }
    )
    let load = Effect<FilesEnvironment>.on(LoadTapped.self) { _, files in
      AppAction.primes(.loaded(try JSONDecoder().decode([Int].self, from: files.read())))
    }

    let store = Store(
      initialState: AppState(),
      environment: files,
      reducers: [appReducer, savingReducer]
    )
    store.register(effect: load)

    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    for prime in [2, 3, 5] { store.dispatch(action: AppAction.primes(.add(prime))) }
    store.dispatch(action: AppAction.counter(.increment))
    #expect(log.events.count == 4)
    #expect(log.events.last?.hasSuffix("\n  ~ count: 0 → 1") == true)

    store.dispatch(action: SaveTapped())
    try await interceptor.wait(for: Saved.self)
    let saved = try String(contentsOf: files.file, encoding: .utf8)
    #expect(saved == "[2,3,5]")

    store.dispatch(action: AppAction.primes(.loaded([])))
    store.dispatch(action: LoadTapped())
    try await interceptor.wait(for: AppAction.self) { $0.primes?.isLoaded(3) == true }
    #expect(store.primes == [2, 3, 5])
  }
}

extension PrimesAction {
  fileprivate func isLoaded(_ count: Int) -> Bool {
    if case .loaded(let primes) = self { primes.count == count } else { false }
  }
}
