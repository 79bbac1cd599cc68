/// A nested value that threw an error while it was encoded.
///
/// Only that value is shown by other means: by reflection, or by its type's name if reflection
/// shows nothing.
package struct EncodingFailure: Sendable {
  /// The value's path; the root for the whole.
  package internal(set) var path: TreePath
  package let typeName: String
  package let error: any Error

  /// Returns a one-line description for people.
  ///
  /// - Parameters:
  ///   - subject: What was encoded, such as `The state`.
  ///   - reason: The reason, or `nil` if it must not be shown.
  package func sentence(about subject: String, reason: String?) -> String {
    let place = path.isRoot ? "" : " at \(path)"
    let end = reason.map { ": \($0)" } ?? "."
    return "\(subject) cannot be encoded\(place), where reflection shows \(typeName)\(end)"
  }

  /// The error's message, without the value.
  package var reason: String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    return context.debugDescription
  }

  /// The same for all elements of a list, so that one sentence covers them.
  package var kind: String {
    let steps = path.steps.map { step in
      if case .key(let key) = step { key } else { "[*]" }
    }
    return steps.joined(separator: ".") + " " + typeName
  }
}

extension TreePath {
  /// Creates the path that the keys of an encoder or a decoder describe.
  package init(codingPath keys: [any CodingKey]) {
    self.init(
      keys.map { key in
        if let index = key as? IndexKey { .index(index.index) } else { .key(key.stringValue) }
      }
    )
  }
}
