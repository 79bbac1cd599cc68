import Sluice
import SluiceMonitor

/// The daemon of the page *A state at scale*: many meters, a hundred of them watched, and a
/// recording.
final class GridDaemon {
  struct Meter: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var watts = 0
  }

  struct Grid: Codable, Equatable, Sendable {
    var meters: Entities<Meter>
    var readings = 0

    init(meters count: Int) {
      meters = Entities((0..<count).map { Meter(id: $0) })
    }
  }

  struct Reading: EncodableAction {
    let meter: Int
    let watts: Int
  }

  static let watchedCount = 100

  let store: Store<Grid, Void>
  let metrics = Onlooker<Grid>(.timing)
  let alarms = Tally()
  /// The number of diagnostics.
  let complaints = Tally()
  private let count: Int
  private var recorder: ExplorerInterceptor<Grid>?
  private var tokens: [SelectionToken] = []

  init(meters count: Int) {
    self.count = count
    store = Store(
      initialState: Grid(meters: count),
      reducers: [
        Reducer(
          ReduceOn(Reading.self) { grid, reading in
            grid.meters[id: reading.meter]?.watts = reading.watts
            grid.readings += 1
          }
        )
      ]
    )
    store.onDiagnostic = { [complaints] _ in complaints.add() }
  }

  /// Registers the observers.
  ///
  /// - Parameters:
  ///   - path: Where to record; `nil` for nowhere.
  ///   - megabytes: The limit of the recording, if there is one.
  func begin(recordingTo path: String?, megabytes: Int? = nil) {
    if let path {
      let recorder = ExplorerInterceptor<Grid>(
        name: "Grid",
        endpoint: "file:\(path)",
        limit: megabytes.map { .megabytes($0) }
      ) {
        $0.isEnabled = true
      }
      self.recorder = recorder
      store.register(interceptor: recorder)
    }
    store.register(interceptor: metrics)
    let meters = EntitySelectors(at: \Grid.meters)
    for index in 0..<Self.watchedCount {
      let id = index * (count / Self.watchedCount)
      tokens.append(store.select(meters.byID(id)).sink { [alarms] _ in alarms.add() })
    }
  }

  /// Dispatches a reading that changes its meter.
  func read(_ number: Int, watts: Int? = nil) {
    // Coprime to the number of meters: every one of them in turn, not in order.
    store.dispatch(action: Reading(meter: number * 7_919 % count, watts: watts ?? number + 1))
  }

  /// Returns the number of commits that are not in the recording.
  func unwritten(within limit: Duration) -> Int { recorder?.flush(timeout: limit) ?? 0 }
}
