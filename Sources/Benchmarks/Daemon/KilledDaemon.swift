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

  /// The number of readings of which the times are kept, where the second process isn't killed with it.
  private static let diaryLength = 4_096

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
    // Pages that both processes map.
    try Data(count: 8 * Self.diaryLength).write(to: URL(filePath: diary))
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

  /// Kills it, and returns how long before its last reading the first one was taken that is not in the
  /// recording.
  ///
  /// Not since the last one that is: a processor that was taken away meanwhile lost nothing.
  func kill() throws -> Duration {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let data = try Data(contentsOf: URL(filePath: diary))
    let times = unsafe data.withUnsafeBytes {
      unsafe $0.bindMemory(to: Int64.self).filter { $0 > 0 }
    }
    let written = try RecordedCommits.lastReading(at: path).map { Int64($0) } ?? 0
    let lost = times.filter { $0 > written }
    guard let made = lost.max(), var first = lost.min() else { return .zero }
    // The diary has not had room for all that were lost.
    if lost.count == Self.diaryLength { first = written }
    return .nanoseconds(made - first)
  }

  /// Takes readings, each with the time, until it is killed.
  static func run(_ arguments: [String]) throws -> Never {
    guard arguments.count == 3, let meters = Int(arguments[1]), let pause = Int64(arguments[2])
    else { throw UsageError(message: "\(argument) needs a directory, meters and a pause.") }
    let file = unsafe open(arguments[0] + "/diary", O_RDWR)
    let page = unsafe mmap(nil, 8 * diaryLength, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard file >= 0, unsafe page != MAP_FAILED,
      let diary = unsafe page?.bindMemory(to: Int64.self, capacity: diaryLength)
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
      unsafe diary[number % diaryLength] = time
      if number == 0 { FileHandle.standardOutput.write(Data("b".utf8)) }
    }
    exit(0)
  }
}
