/// Where a selector comes from, in messages about it.
@usableFromInline
package enum SelectorSource: Sendable, CustomStringConvertible {
  /// A part of the state.
  case state(any AnyKeyPath & Sendable)
  /// A part of another selector's value.
  case part(any AnyKeyPath & Sendable)
  case projector(SelectorPlace)
  case element
  case feedback

  /// The part of the state that the selector is: selectors of equal ones are overridden together.
  var keyPath: AnyKeyPath? {
    if case .state(let keyPath) = self { keyPath } else { nil }
  }

  @usableFromInline package var description: String {
    switch self {
    case .state(let keyPath): "\(keyPath)"
    case .part(let keyPath): "\(keyPath) of a selector"
    case .projector(let place):
      place.name.map { "\($0) (\(place.position))" } ?? "the selector at \(place.position)"
    case .element: "an element by its id"
    case .feedback: "a feedback's condition"
    }
  }
}

/// The source position and the name of a selector.
@usableFromInline
package struct SelectorPlace: Sendable {
  let name: String?
  let fileID: StaticString
  let line: UInt

  @usableFromInline
  init(_ name: String?, _ fileID: StaticString, _ line: UInt) {
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  var position: String { "\(fileID):\(line)" }
}
