/// Where a program's records go: a socket on which an Explorer listens, or a file.
package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
  case unix(path: String)
  case file(path: String)

  /// Reads `unix:PATH` or `file:PATH`.
  ///
  /// - Parameter capacity: Bytes that the system has for a socket's path and its final zero.
  package init(
    parsing text: String,
    capacity: Int = SocketAddress.pathCapacity
  ) throws(SocketError) {
    if let path = text.rest(after: "unix:") {
      self = .unix(path: try Self.socketPath(path, of: text, capacity: capacity))
    } else if let path = text.rest(after: "file:") {
      guard !path.isEmpty else { throw .emptyPath(text) }
      guard !path.utf8.contains(0) else { throw .zeroByteInPath(path) }
      self = .file(path: path)
    } else {
      throw .unknownEndpoint(text)
    }
  }

  package var path: String {
    switch self {
    case .unix(let path), .file(let path): path
    }
  }

  package var description: String {
    switch self {
    case .unix(let path): "unix:" + path
    case .file(let path): "file:" + path
    }
  }

  /// The path of the socket; a file is refused.
  package var socketPath: String {
    get throws(SocketError) {
      switch self {
      case .unix(let path): return path
      case .file(let path): throw .notASocketEndpoint(path: path)
      }
    }
  }

  private static func socketPath(
    _ path: String,
    of text: String,
    capacity: Int
  ) throws(SocketError) -> String {
    guard let first = path.utf8.first else { throw .emptyPath(text) }
    // A leading zero byte is how the kernel spells abstract names, `@` how people do.
    guard first != 0, first != UInt8(ascii: "@") else { throw .abstractName(text) }
    guard !path.utf8.contains(0) else { throw .zeroByteInPath(path) }
    guard first == UInt8(ascii: "/") else { throw .relativePath(path) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    // “link/.” would follow the link that the directory's check is there to refuse.
    guard !parts.contains("."), !parts.contains("..") else { throw .dottedPath(path) }
    guard parts.count > 1, !path.hasSuffix("/") else { throw .emptyPath(text) }
    let simple = "/" + parts.joined(separator: "/")
    guard simple.utf8.count < capacity else {
      throw .pathTooLong(path: simple, bytes: simple.utf8.count, limit: capacity)
    }
    return simple
  }
}

extension String {
  fileprivate func rest(after prefix: String) -> String? {
    guard hasPrefix(prefix) else { return nil }
    return String(dropFirst(prefix.count))
  }
}
