import SluiceLocks

/// The name under which a reducer is registered.
///
/// Without a given id, the name is the place in the source, computed on access.
@usableFromInline
package final class ReducerName: Sendable {
  private enum Kind: Sendable {
    case given(String)
    case place(StaticString, UInt, number: Int)
    case joined([ReducerName])
  }

  private let kind: Kind

  @usableFromInline
  init(_ id: String?, _ fileID: StaticString, _ line: UInt) {
    kind =
      if let id { .given(id) } else { .place(fileID, line, number: UniqueNumbers.reducers.next()) }
  }

  init(_ id: String) { kind = .given(id) }

  /// Creates the name of several combined reducers.
  init(joining parts: [ReducerName]) { kind = .joined(parts) }

  /// The name of a reducer made from this one: equal, and not identical.
  @usableFromInline var derived: ReducerName { ReducerName(joining: [self]) }

  /// Whether the program gave the id.
  var isGiven: Bool {
    switch kind {
    case .given: true
    case .place: false
    case .joined(let parts): parts.count == 1 && parts[0].isGiven
    }
  }

  /// The source position of a reducer without an id that isn't made from another one.
  var position: Position? {
    guard case .place(let fileID, let line, _) = kind, fileID.hasPointerRepresentation else {
      return nil
    }
    return unsafe Position(file: UInt(bitPattern: fileID.utf8Start), line: line)
  }

  /// The source position, as messages show it; `nil` if the reducer has an id.
  var place: String? {
    guard case .place(let fileID, let line, _) = kind else { return nil }
    return "\(fileID):\(line)"
  }

  /// A source position, by the address of the file's name: the same for all that one line makes.
  struct Position: Hashable {
    let file: UInt
    let line: UInt
  }

  @usableFromInline var id: String {
    switch kind {
    case .given(let id): id
    case .place(let fileID, let line, let number): "\(fileID):\(line)#\(number)"
    case .joined(let parts): parts.map(\.id).joined(separator: " + ")
    }
  }
}
