import AllocationCounter
import Foundation

/// The memory of this process.
enum ResidentMemory {
  /// The growth that stops a row, to protect the machine.
  static let limit = 2 << 30

  /// The resident size in bytes, as Linux counts it; `nil` elsewhere.
  static var bytes: Int? { bytes(of: "self") }

  /// The resident size of another process in bytes, as Linux counts it; `nil` elsewhere.
  static func bytes(of process: pid_t) -> Int? { bytes(of: "\(process)") }

  private static func bytes(of process: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else {
      return nil
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }

  /// Returns the heap's free memory to the system, so that what an earlier row freed doesn't hide
  /// the growth of the next one.
  static func trim() {
    returnFreeMemory()
  }
}

/// An error that stopped a row early.
struct Abandonment: Error {
  let reason: String

  /// The resident memory grew too much.
  init(growth: Int, after time: Duration) {
    reason = """
      Stopped after \(Figure.digits(time / .seconds(1))) s: resident memory had grown by \
      \(growth >> 20) MiB.
      """
  }
}
