import SluiceSocket
import SluiceWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, line by line.
///
/// Belongs to one thread.
final class ToolInput {
  /// A line that is longer than is read.
  struct TooLong: Error, Hashable {
    let bytes: Int
  }

  let descriptor = STDIN_FILENO
  private var framer = LineFramer(limit: .record(ToolServer.longestMessage))
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var poller = Poller()
  private var hasEnded = false

  /// Reads what there is, and waits until there is something, or an interruption.
  ///
  /// - Parameter limit: How long to wait; `nil` for any time.
  /// - Returns: The lines that it ends; `nil` at the end.
  func read(
    unless interruption: Interruption,
    atMost limit: Duration?
  ) throws(ExplorerError) -> [Result<[UInt8], TooLong>]? {
    guard !hasEnded else { return nil }
    poller.removeAll()
    let input = poller.add(descriptor, for: .reading)
    poller.add(interruption.descriptor, for: .reading)
    _ = try rethrow(poller.wait(timeout: limit), as: ExplorerError.endpoint)
    guard poller.canRead(input) else { return [] }
    let count = try rethrow(InputFile(at: "-").read(into: &buffer), as: ExplorerError.session)
    guard count > 0 else {
      hasEnded = true
      // The last line may lack its end.
      return framer.rest.map { [.success(Array($0))] }
    }
    framer.append(buffer[..<count])
    var lines: [Result<[UInt8], TooLong>] = []
    while true {
      do throws(WireError) {
        guard let line = try framer.next() else { return lines }
        lines.append(.success(Array(line)))
      } catch {
        guard case .recordTooLong(let bytes, _) = error else { continue }
        lines.append(.failure(TooLong(bytes: bytes)))
      }
    }
  }
}
