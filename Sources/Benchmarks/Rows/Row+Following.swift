import Foundation
import Sluice
import SluiceMonitor

extension Row {
  /// What watching costs in all threads, if each commit changes one of many entities and is sent.
  static var following: [Row] {
    [1_000, 100_000].flatMap { count in
      let goal = Goal.nanoseconds(atMost: count == 1_000 ? 50_000 : 120_000)
      return [
        follow("interceptor connected", entities: count, goal) {
          let hub = try DrainingHub()
          return Watch(address: hub.address, hub: hub)
        },
        follow("recording to a file", entities: count, goal) {
          let path = NSTemporaryDirectory() + "/sluice-recording-\(UInt32.random(in: 0 ... .max))"
          return Watch(address: "file:\(path)", path: path)
        },
      ]
    }
  }

  private static let burst = 64

  private static func follow(
    _ name: String,
    entities count: Int,
    _ goal: Goal,
    _ watch: @escaping () throws -> Watch
  ) -> Row {
    Row("\(name), one of \(count) entities changed, all threads", goal: goal, by: .process) {
      let store = Store(initialState: Fleet(count), reducers: [.moving])
      let watch = try watch()
      let interceptor = ExplorerInterceptor<Fleet>(endpoint: watch.address) {
        $0.isEnabled = true
        $0.limits = ExplorerLimits(heldStates: burst + 2)
      }
      store.register(interceptor: interceptor)
      try interceptor.waitForConnection()
      // The first state is encoded as a whole.
      store.dispatch(action: Move(id: 0))
      interceptor.flush(timeout: .seconds(60))
      var moves = 1
      return Subject { operations in
        for number in 0..<operations {
          moves += 1
          store.dispatch(action: Move(id: moves * 7 % count))
          // No commit is sent together with another one.
          if number % burst == 0 { interceptor.flush(timeout: .seconds(60)) }
        }
        interceptor.flush(timeout: .seconds(60))
      } check: {
        try expect("moves", store.moves, is: $0 + 1)
        if let hub = watch.hub, hub.bytes == 0 {
          throw CheckFailure(description: "The Explorer received nothing.")
        }
      }
    }
  }

  /// Where the interceptor of a row sends to.
  private final class Watch {
    let address: String
    let hub: DrainingHub?
    private let path: String?

    init(address: String, hub: DrainingHub? = nil, path: String? = nil) {
      self.address = address
      self.hub = hub
      self.path = path
    }

    deinit {
      if let path { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}

/// Many entities, of which one changes at a time.
private struct Fleet: Codable, Equatable, Sendable {
  struct Car: Codable, Equatable, Sendable, Identifiable {
    let id: Int
    var plate: String
    var speed = 0.0
    var stops: [String] = []
  }

  var moves = 0
  var cars: Entities<Car>

  init(_ count: Int) {
    cars = Entities((0..<count).map { Car(id: $0, plate: "plate number \($0)") })
  }
}

private struct Move: Action, Encodable {
  let id: Int
}

extension Reducer where State == Fleet {
  fileprivate static let moving = Reducer(
    ReduceOn(Move.self) { state, action in
      state.moves += 1
      state.cars.update(id: action.id) { $0.speed += 1 }
    }
  )
}
