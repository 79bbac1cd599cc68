import Foundation
import Synchronization

/// A second process of this program that keeps every core busy.
///
/// It ends with this object, and when this process ends for any reason: its standard input closes.
final class Burners {
  /// The first argument of the second process.
  static let argument = "--burn"

  private let process = Process()
  private let input = Pipe()

  /// Returns once every core is busy.
  init() throws {
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = [Self.argument]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
    guard try output.fileHandleForReading.read(upToCount: 1) != nil else {
      throw CheckFailure(description: "The process that keeps the cores busy didn't start.")
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Keeps every core busy until the standard input closes.
  static func burn() -> Never {
    let isOver = Flag()
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread {
        while !isOver.isSet.load(ordering: .relaxed) {}
      }
    }
    FileHandle.standardOutput.write(Data("b".utf8))
    while !FileHandle.standardInput.availableData.isEmpty {}
    isOver.isSet.store(true, ordering: .relaxed)
    exit(0)
  }
}
