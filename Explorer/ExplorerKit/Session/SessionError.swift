import SluiceTree
import SluiceWire

/// Why a session file, or a part of it, can't be read.
enum SessionError: Error, Hashable {
  case cannotOpen(name: String, reason: String)
  case empty(name: String)
  /// It holds something else.
  case foreign(name: String, reason: String)
  /// It was recorded by a later version.
  case laterVersion(name: String, WireVersion)
  /// The rest was read.
  case damaged(name: String, lines: [Int], count: Int)
}

extension SessionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotOpen(let name, let reason):
      return
        "\(name) cannot be read: \(reason.sentence) Pass a file made by sluice-explorer record."
    case .empty(let name):
      return "\(name) is empty: nothing was recorded."
    case .foreign(let name, let reason):
      return
        "\(name) is not a session. \(reason.sentence) Pass a file made by sluice-explorer record."
    case .laterVersion(let name, let version):
      return """
        \(name) speaks version \(version) of the wire, and this sluice-explorer reads version \
        \(WireVersion.supported.upperBound). Use a later sluice-explorer.
        """
    case .damaged(let name, let lines, let count):
      let numbers = lines.map(String.init).joined(separator: ", ")
      let which =
        count == 1
        ? "Line \(numbers) of \(name) is"
        : "\(count) lines of \(name) are"
      let list = count == 1 ? "" : ": " + numbers + (count > lines.count ? ", …" : "")
      return "\(which) damaged\(list). The rest was read."
    }
  }
}
