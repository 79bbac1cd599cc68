/// The runs of effects in lanes, in each of which one follows on the other.
///
/// An effect has as many lanes as it has runs at a time.
struct EffectLanes {
  /// A run, and where it is.
  struct Span {
    let run: History.Run
    /// Counted over all effects.
    let lane: Int
    /// Microseconds since 1970.
    let start: Int64
    /// Microseconds; `nil` while it is under way.
    let duration: Int64?
  }

  /// The maximum number of lanes of an effect; more runs at a time share the last one.
  private static let maximalLanes = 256

  /// The lanes' names, in the order of the effects' first runs.
  let names: [String]
  /// In the order of their starts.
  let spans: [Span]

  init(_ runs: [History.Run]) {
    let times = runs.compactMap(Self.time).sorted { $0.start < $1.start }
    // By effect, for each lane when it becomes free.
    var lanes: [String: [Int64]] = [:]
    var effects: [String] = []
    var placed: [(time: Time, lane: Int)] = []
    for time in times {
      let effect = time.run.effect
      if lanes[effect] == nil { effects.append(effect) }
      var ends = lanes.removeValue(forKey: effect) ?? []
      let free = ends.firstIndex { $0 <= time.start } ?? ends.endIndex
      let lane = min(free, Self.maximalLanes - 1)
      if lane == ends.endIndex { ends.append(0) }
      ends[lane] = time.duration.map { time.start.addingSaturated($0) } ?? .max
      lanes[effect] = ends
      placed.append((time, lane))
    }
    var names: [String] = []
    var first: [String: Int] = [:]
    for effect in effects {
      first[effect] = names.count
      for lane in 0..<(lanes[effect]?.count ?? 0) {
        names.append(lane == 0 ? effect : "\(effect) (\(lane + 1))")
      }
    }
    self.names = names
    spans = placed.map { time, lane in
      Span(
        run: time.run,
        lane: (first[time.run.effect] ?? 0) + lane,
        start: time.start,
        duration: time.duration
      )
    }
  }

  private struct Time {
    let run: History.Run
    let start: Int64
    let duration: Int64?
  }

  /// Returns when a run was under way; `nil` if nothing is known of that.
  private static func time(_ run: History.Run) -> Time? {
    let measured = run.duration.map { max($0, 0) / 1_000 }
    switch (run.startTime, run.endTime) {
    case (let start?, let end?):
      return Time(run: run, start: start, duration: measured ?? max(end - start, 0))
    case (let start?, nil):
      return Time(run: run, start: start, duration: nil)
    case (nil, let end?):
      // It started before anything was seen.
      let duration = min(measured ?? 0, end)
      return Time(run: run, start: end - duration, duration: duration)
    case (nil, nil):
      return nil
    }
  }
}
