import Foundation
import Sluice
import SluiceMonitor
import SluiceTesting
import Synchronization
import TestSupport
import Testing

struct Meter: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var watts = 0
}

struct Grid: Codable, Equatable, Sendable {
  var meters: Entities<Meter>
  var readings = 0
}

struct Reading: Action, Codable {
  let meter: Int
  let watts: Int
}

let gridReducer = Reducer<Grid>(
  ReduceOn(Reading.self) { grid, reading in
    grid.meters[id: reading.meter]?.watts = reading.watts
    grid.readings += 1
  }
)

let meters = EntitySelectors(at: \Grid.meters)

final class Metrics: Interceptor {
  typealias State = Grid
  private let totals = Mutex((commits: 0, slowest: Duration.zero))

  var interests: InterceptorInterests { .timing }

  func committed(_ commit: Commit<Grid>) {
    totals.withLock { totals in
      totals.commits += 1
      totals.slowest = max(totals.slowest, commit.reducingTime ?? .zero)
    }
  }

  var commits: Int { totals.withLock { $0.commits } }
  var slowest: Duration { totals.withLock { $0.slowest } }
}

final class GridDaemon {
  let store: Store<Grid, Void>
  let metrics = Metrics()
  private let recorder: ExplorerInterceptor<Grid>
  private var alarms: [SelectionToken] = []

  init(_ grid: Grid, recordingTo path: String) {
    store = Store(initialState: grid, reducers: [gridReducer])
    recorder = ExplorerInterceptor(name: "Grid", endpoint: "file:\(path)") { $0.isEnabled = true }
    store.register(interceptor: recorder)
    store.register(interceptor: metrics)
  }

  func watch(_ ids: some Sequence<Int>, alarm: @escaping @Sendable (Meter) -> Void) {
    for id in ids {
      alarms.append(
        store.select(meters.byID(id)).sink { meter in
          if let meter, meter.watts > 9_000 { alarm(meter) }
        }
      )
    }
  }

  /// Returns the number of commits that are not in the recording.
  func finish() -> Int { recorder.flush(timeout: .seconds(60)) }
}

@Suite(.inTurn, .unsanitized)
struct AStateAtScale {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "sluice-grid-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  }

  private func path(_ name: String) -> String {
    directory.appending(path: name).path(percentEncoded: false)
  }

  @Test func `a daemon records every commit, and restarts from its recording`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let count = 300
    let rung = Mutex<[Int]>([])
    let first = GridDaemon(
      Grid(meters: Entities((0..<count).map { Meter(id: $0) })),
      recordingTo: path("1.session")
    )
    first.watch(0..<100) { meter in rung.withLock { $0.append(meter.id) } }
    for number in 0..<300 {
      let isHigh = number % 100 == 7
      first.store.dispatch(action: Reading(meter: number, watts: isHigh ? 9_500 : number))
    }
    #expect(first.finish() == 0)
    #expect(first.metrics.commits == 300)
    // Meters 107 and 207 aren't watched.
    #expect(rung.withLock { $0 } == [7])

    let restarted = try restart(from: path("1.session"), recordingTo: path("2.session"))
    #expect(restarted.store.state == first.store.state)
    restarted.store.dispatch(action: Reading(meter: 1, watts: 77))
    #expect(restarted.finish() == 0)
    let again = try restart(from: path("2.session"), recordingTo: path("3.session"))
    #expect(again.store.state == restarted.store.state)
    #expect(again.store.state.readings == 301)

    let recording = try StoreRecording(path("1.session"), accepting: [Reading.self])
    #expect(try recording.replay(Grid.self, reducers: [gridReducer]) == 300)
  }

  private func restart(from old: String, recordingTo new: String) throws -> GridDaemon {
    let recording = ExplorerRecording(at: old)
    let daemon = GridDaemon(try recording.lastState(), recordingTo: new)
    return daemon
  }
}
