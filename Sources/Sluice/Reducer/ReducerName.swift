/// What a reducer is registered under.
///
/// A reducer without an id gets one that names its place in the source, when somebody asks for it.
@usableFromInline
final class ReducerName: Sendable {
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

  /// The names of several reducers that are combined.
  init(joining parts: [ReducerName]) { kind = .joined(parts) }

  @usableFromInline var id: String {
    switch kind {
    case .given(let id): id
    case .place(let fileID, let line, let number): "\(fileID):\(line)#\(number)"
    case .joined(let parts): parts.map(\.id).joined(separator: " + ")
    }
  }

  func hasSameID(as other: ReducerName) -> Bool {
    if self === other { return true }
    // Numbers are unique, so no strings need to be made.
    if case .place = kind, case .place = other.kind { return false }
    return id == other.id
  }
}
