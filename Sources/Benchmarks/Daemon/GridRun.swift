import Foundation
import Sluice
import SluiceMonitor

/// A daemon that is measured while it takes readings at a steady pace, or as fast as it can.
struct GridRun {
  struct Report {
    var commits = 0
    /// Commits in the file, each with its action and its changes.
    var written = 0
    var missing: Int { commits - written }
    var seconds = 0.0
    /// The processor time of all threads, as a share of one core.
    var cores = 0.0
    /// The time in which the first state and reading were written, which counts for no other reading.
    var beginning = Duration.zero
    /// The time by which the last reading was late, and the maximum.
    var delay = Duration.zero
    var longestDelay = Duration.zero
    /// The time that the last commits took to be written after the last reading.
    var flushing = Duration.zero
    /// The time in which the last state was read again.
    var restart = Duration.zero
    /// The growth of resident memory since the state was made; `nil` if the system doesn't tell.
    var growth: Int?
    var fileBytes = 0
    /// Bytes of both files of a bounded recording, at most.
    var mostFileBytes = 0
    var complaints = 0
    /// How long each reading took, in nanoseconds, in ascending order.
    var times: [UInt32] = []

    /// Returns the time that this share of the readings took at most.
    func time(_ share: Double) -> Double {
      times.isEmpty ? 0 : Double(times[min(times.count - 1, Int(Double(times.count) * share))])
    }
  }

  let meters: Int
  /// Readings a second; `nil` for as fast as they are taken.
  var pace: Double?
  /// The limit of the recording; `nil` for none.
  var megabytes: Int?

  /// Takes readings for a time, or a number of them, and requires that the daemon restarts from its
  /// recording to the same state.
  func run(for time: Duration = .seconds(600), readings: Int = .max) throws -> Report {
    let directory = NSTemporaryDirectory() + "/sluice-grid-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/grid.session"
    let daemon = GridDaemon(meters: meters)
    var report = measure(daemon, recordingTo: path, time, readings)
    try expect("metrics' commits", daemon.metrics.commits.count, is: report.commits)
    report.complaints = daemon.complaints.count
    if megabytes == nil {
      let account = try RecordedCommits(at: path)
      report.written = account.whole
      report.fileBytes = account.bytes
    }
    let beginning = ContinuousClock.now
    let state = try ExplorerRecording(at: path).lastState(GridDaemon.Grid.self)
    report.restart = beginning.duration(to: .now)
    guard state == daemon.store.state else {
      throw CheckFailure(description: "The recording ends with another state than the daemon.")
    }
    return report
  }

  /// Takes readings without recording them.
  func runUnrecorded(for time: Duration) -> Report {
    measure(GridDaemon(meters: meters), recordingTo: nil, time, .max)
  }

  private func measure(
    _ daemon: GridDaemon,
    recordingTo path: String?,
    _ time: Duration,
    _ readings: Int
  ) -> Report {
    var report = Report()
    // Its memory is no part of the growth.
    report.times = pace.map { Array(repeating: 0, count: Int(time / .seconds(1) * $0) + 1) } ?? []
    ResidentMemory.trim()
    let memory = ResidentMemory.bytes
    let processor = Stopwatch.process.now
    let clock = ContinuousClock()
    daemon.begin(recordingTo: path, megabytes: megabytes)
    // The first state is written before any commit, and the second reading would wait for it.
    let beginning = clock.now
    daemon.read(0)
    report.commits = 1
    _ = daemon.unwritten(within: .seconds(120))
    report.beginning = beginning.duration(to: clock.now)
    let start = clock.now
    var nextLook = Duration.zero
    var elapsed = Duration.zero
    while elapsed < time, report.commits < readings {
      let due = pace.map { min(readings, Int(elapsed / .seconds(1) * $0) + 1) } ?? readings
      while report.commits < due, elapsed < time {
        let begin = clock.now
        daemon.read(report.commits)
        let end = clock.now
        if report.times.indices.contains(report.commits) {
          report.times[report.commits] = UInt32(
            clamping: Int(begin.duration(to: end) / .nanoseconds(1))
          )
        }
        report.commits += 1
        elapsed = start.duration(to: end)
        report.delay = elapsed - self.time(of: report.commits)
        report.longestDelay = max(report.longestDelay, report.delay)
      }
      if elapsed >= nextLook {
        nextLook = elapsed + .milliseconds(100)
        report.note(memory)
        if megabytes != nil, let path { report.note(filesAt: path) }
      }
      if pace != nil { Thread.sleep(forTimeInterval: 0.001) }
      elapsed = start.duration(to: clock.now)
    }
    report.note(memory)
    report.seconds = elapsed / .seconds(1)
    report.cores = (Stopwatch.process.now - processor) / elapsed
    _ = daemon.unwritten(within: .seconds(120))
    report.flushing = start.duration(to: clock.now) - elapsed
    report.note(memory)
    report.times.removeSubrange(min(report.commits, report.times.count)...)
    if !report.times.isEmpty { report.times.removeFirst() }
    report.times.sort()
    return report
  }

  private func time(of reading: Int) -> Duration {
    pace.map { .seconds(Double(reading - 1) / $0) } ?? .zero
  }
}

extension GridRun.Report {
  /// Notes the growth of memory since there were `former` bytes.
  fileprivate mutating func note(_ former: Int?) {
    guard let former, let now = ResidentMemory.bytes else { return }
    growth = max(growth ?? 0, now - former)
  }

  /// Notes the size of both files of a bounded recording.
  fileprivate mutating func note(filesAt path: String) {
    let sizes = [path, path + ".1"].map { path in
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
      return (size as? NSNumber)?.intValue ?? 0
    }
    mostFileBytes = max(mostFileBytes, sizes[0] + sizes[1])
  }
}
