import Foundation
import Sluice
import SluiceMonitor

/// A daemon in a second process of this program, which records itself until it is killed.
final class KilledDaemon {
  /// The first argument of the second process.
  static let argument = "--be-killed"

  /// What the second process is, as its arguments say.
  struct Habit {
    let name: String
    let meters: Int
    /// Nanoseconds between two readings; 0 for as fast as they are taken.
    let pause: Int
    /// Whether it may be killed before its first state is written.
    var isYoung = false
  }

  private let process = Process()
  private let output = Pipe()
  private let directory: String

  /// Returns once the first reading was taken.
  init(_ habit: Habit) throws {
    directory = NSTemporaryDirectory() + "/sluice-kill-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    // A page that both processes map.
    try Data(count: 16_384).write(to: URL(filePath: diary))
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = [Self.argument, directory, "\(habit.meters)", "\(habit.pause)"]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
    guard try output.fileHandleForReading.read(upToCount: 1) != nil else {
      throw CheckFailure(description: "The daemon to be killed didn't start.")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private var path: String { directory + "/grid.session" }
  private var diary: String { directory + "/diary" }

  /// Kills it, and returns how much of its time is not in the recording.
  func kill() throws -> Duration {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let made = try Data(contentsOf: URL(filePath: diary)).prefix(8).reversed().reduce(0) {
      $0 << 8 | Int64($1)
    }
    guard let written = try RecordedCommits.lastReading(at: path) else {
      return .nanoseconds(made - (try firstReading()))
    }
    return .nanoseconds(max(0, made - Int64(written)))
  }

  private func firstReading() throws -> Int64 {
    try Data(contentsOf: URL(filePath: diary)).dropFirst(8).prefix(8).reversed().reduce(0) {
      $0 << 8 | Int64($1)
    }
  }

  /// Takes readings, each with the time, until it is killed.
  static func run(_ arguments: [String]) throws -> Never {
    guard arguments.count == 3, let meters = Int(arguments[1]), let pause = Int64(arguments[2])
    else { throw UsageError(message: "\(argument) needs a directory, meters and a pause.") }
    let file = unsafe open(arguments[0] + "/diary", O_RDWR)
    let page = unsafe mmap(nil, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard file >= 0, unsafe page != MAP_FAILED,
      let diary = unsafe page?.bindMemory(to: Int64.self, capacity: 2)
    else { throw CheckFailure(description: "The diary can't be mapped.") }
    let daemon = GridDaemon(meters: meters)
    daemon.begin(recordingTo: arguments[0] + "/grid.session")
    let clock = ContinuousClock()
    let start = clock.now
    var now: Int64 { Int64(start.duration(to: clock.now) / .nanoseconds(1)) }
    var due: Int64 = 1
    for number in 0... {
      while pause > 0, due > now {
        Thread.sleep(forTimeInterval: Double(due - now) / 1_000_000_000)
      }
      due += pause
      let time = max(1, now)
      daemon.read(number, watts: Int(time))
      // After the dispatch: what was not committed was not lost.
      unsafe diary[0] = time
      if number > 0 { continue }
      unsafe diary[1] = time
      FileHandle.standardOutput.write(Data("b".utf8))
    }
    exit(0)
  }
}
