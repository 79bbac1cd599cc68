import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

struct Favourites: Sendable, Equatable {
  var primes: [Int] = []
  var isBusy = false
}
struct SavePrimes: Action { let file: URL }
struct PrimesSaved: Action {}
struct LoadPrimes: Action { let file: URL }
struct PrimesLoaded: Action { let primes: [Int] }

let favouritePrimes = Reducer<Favourites>(
  ReduceOn(SavePrimes.self) { state, action in
    state.isBusy = true
    let primes = state.primes
    return [
      .action {
        try JSONEncoder().encode(primes).write(to: action.file)
        return PrimesSaved()
      }
    ]
  },
  ReduceOn(PrimesSaved.self) { state, _ in state.isBusy = false },
  ReduceOn(LoadPrimes.self) { state, action in
    state.isBusy = true
    return [
      .action {
        PrimesLoaded(
          primes: try JSONDecoder().decode([Int].self, from: Data(contentsOf: action.file))
        )
      }
    ]
  },
  ReduceOn(PrimesLoaded.self) { state, action in
    state = Favourites(primes: action.primes)
  }
)

@Suite(.inTurn)
struct FavouritePrimesTests {
  @Test func `primes are saved to a file, and loaded from it`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("primes-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let first = Store(
      initialState: Favourites(primes: [2, 3, 31]),
      reducers: [favouritePrimes]
    )
    let isBusy = Log<Bool>()
    let token = first.select(\.isBusy).sink { isBusy.append($0) }
    first.dispatch(action: SavePrimes(file: file))
    await first.idle()
    #expect(isBusy.events == [false, true, false])
    token.cancel()

    let second = Store(initialState: Favourites(), reducers: [favouritePrimes])
    second.dispatch(action: LoadPrimes(file: file))
    await second.idle()
    #expect(second.state == Favourites(primes: [2, 3, 31]))
  }

  @Test func `a file that is not there is reported`() async {
    let store = Store(initialState: Favourites(), reducers: [favouritePrimes])
    let failures = Log<EffectRunID>()
    store.onEffectFailure = { failures.append($0.run) }
    store.dispatch(action: LoadPrimes(file: URL(fileURLWithPath: "/nowhere/primes.json")))
    await store.idle()
    #expect(failures.events.count == 1)
  }
}
