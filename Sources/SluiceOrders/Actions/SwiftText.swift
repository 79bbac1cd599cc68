import Foundation
import Sluice

/// A value as Swift source text: what makes it again.
///
/// A struct or an enum is written by its parts, so it needs the initializer of its members. What has no
/// such form, such as a closure or an object, is written as its description in a comment.
struct SwiftText: CustomStringConvertible {
  let description: String

  init(_ value: Any) { description = Self.text(value) }

  private static func text(_ value: Any) -> String {
    switch value {
    case let value as String: return value.debugDescription
    case let value as Character: return String(value).debugDescription
    case let value as any BinaryInteger: return "\(value)"
    case let value as Double where !value.isFinite:
      return value.isNaN ? ".nan" : sign(value) + ".infinity"
    case is Double, is Float, is Bool: return "\(value)"
    case let value as UUID: return "UUID(uuidString: \"\(value)\")!"
    case let value as Date:
      return "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as URL: return "URL(string: \(value.absoluteString.debugDescription))!"
    case let value as Data: return "Data(\(Array(value)))"
    default: return text(Mirror(reflecting: value), of: value)
    }
  }

  private static func sign(_ value: Double) -> String { value < 0 ? "-" : "" }

  private static func text(_ mirror: Mirror, of value: Any) -> String {
    let name = String(nestedNameOf: type(of: value))
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .collection: return "[\(list(mirror))]"
    case .set: return "[\(mirror.children.map { text($0.value) }.sorted().joined(separator: ", "))]"
    case .dictionary:
      let pairs = mirror.children.map { pair in
        Mirror(reflecting: pair.value).children.map { text($0.value) }.joined(separator: ": ")
      }
      return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
    case .tuple: return "(\(list(mirror)))"
    case .struct: return "\(name)(\(list(mirror)))"
    case .enum:
      guard let child = mirror.children.first else { return "\(name).\(value)" }
      let payload = Mirror(reflecting: child.value)
      let inner = payload.displayStyle == .tuple ? list(payload) : text(child.value)
      return "\(name).\(child.label ?? "")(\(inner))"
    default: return "/* \(value) */"
    }
  }

  private static func list(_ mirror: Mirror) -> String {
    mirror.children.map { child in
      // A place in a tuple is no label.
      guard let label = child.label, !label.hasPrefix(".") else { return text(child.value) }
      return "\(label): \(text(child.value))"
    }.joined(separator: ", ")
  }
}
