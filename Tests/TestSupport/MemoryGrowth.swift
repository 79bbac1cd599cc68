import Foundation

/// Resident memory of the process, in bytes; 0 where the system doesn't say it in a file.
package func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
}

/// Runs a body repeatedly, and throws if the process's memory grows meanwhile.
///
/// For tests in a process of their own: the memory of all threads counts.
///
/// - Parameters:
///   - name: What runs, for the message.
///   - count: How often it runs; before that a tenth as often, unmeasured.
///   - limit: Bytes by which resident memory may grow: allocators keep some pages.
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

/// Memory that wasn't released.
package struct MemoryGrowth: Error, CustomStringConvertible {
  let name: String
  let bytes: Int
  let count: Int

  package init(name: String, bytes: Int, count: Int) {
    self.name = name
    self.bytes = bytes
    self.count = count
  }

  package var description: String {
    "\(name) grew by \(bytes) bytes over \(count) runs, \(bytes / count) bytes each."
  }
}
