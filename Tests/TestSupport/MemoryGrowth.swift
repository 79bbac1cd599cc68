import Foundation

/// The resident memory of the process, in bytes; 0 if the system doesn't provide it in a file.
package func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
}

/// Runs a body repeatedly, and throws if the process's memory grows meanwhile.
///
/// For tests in a separate process: the memory of all threads counts.
///
/// - Parameters:
///   - name: What runs, for the message.
///   - count: The number of runs; a tenth as many precede them, unmeasured.
///   - limit: The maximum growth of resident memory in bytes: allocators keep some pages.
package func requireNoGrowth(
  of name: String,
  over count: Int,
  limit: Int = 4 << 20,
  _ body: () throws -> Void
) throws {
  for _ in 0..<max(1, count / 10) { try body() }
  let before = residentBytes()
  for _ in 0..<count { try body() }
  let growth = residentBytes() - before
  if growth > limit { throw MemoryGrowth(name: name, bytes: growth, count: count) }
}

/// An error: memory wasn't released.
package struct MemoryGrowth: Error, CustomStringConvertible {
  package let description: String

  package init(name: String, bytes: Int, count: Int) {
    description =
      "\(name) grew by \(bytes) bytes over \(count) runs, \(bytes / count) bytes each."
  }
}
