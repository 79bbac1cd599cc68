package import SluiceTree

/// A type whose values may encode differently while they remain the same.
///
/// Tools that show a state, such as ``PrintInterceptor`` and a connected Explorer, encode only what
/// changed since the last commit, and reuse the rest. They always encode classes and what contains
/// one. Conform to this protocol where a struct or an enum has an `encode(to:)` that depends on
/// anything else than its properties, such as a global setting or the time:
///
/// ```swift
/// struct Price: Codable, EncodedEachTime {
///   var cents: Int
///
///   func encode(to encoder: any Encoder) throws {
///     var container = encoder.singleValueContainer()
///     try container.encode(Currency.current.text(cents))
///   }
/// }
/// ```
///
/// Values of the type, and those that contain one, are encoded at each commit. Without the
/// conformance, the tools find such types by encoding one of the reused values anew at each commit;
/// they report the type, and encode its values at each commit from then on. They don't find types
/// whose values contain a collection or are indirect enums, since encoding one might take long.
public protocol EncodedEachTime: Encodable {}

extension EncodingMemo {
  /// Creates a memo of a store's states.
  package static func ofStates() -> EncodingMemo {
    EncodingMemo { $0 is any EncodedEachTime.Type }
  }
}
