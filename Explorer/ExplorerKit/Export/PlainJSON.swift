import SluiceTree
import SluiceWire

/// Whose parser reads JSON.
enum PlainForm {
  /// Redux DevTools' jsan: objects with the key `$jsan` are what JSON has not.
  case jsan
  case perfetto
}

extension Tree {
  /// The value in the form that other tools expect of JSON: without the wire's tagged objects.
  ///
  /// Cases of enums are as `Codable` writes them, `{"came": {"_0": …}}`, but those without a payload are
  /// their names; data is its size; numbers beyond what a `Double` holds exactly are text, as are dates
  /// and what is no number, unless the form has its own for them. What was redacted says so.
  func plain(_ form: PlainForm) -> Tree {
    switch self {
    case .null, .bool, .string:
      return self
    case .integer(let value):
      return value.magnitude <= 1 << 53 ? self : .string(String(value))
    case .double(let value):
      if value.isFinite { return self }
      guard form == .jsan else { return .string(value.description) }
      return ["$jsan": value.isNaN ? "n" : value > 0 ? "i" : "y"]
    case .date(let instant) where form == .jsan:
      // In the milliseconds that a date of JavaScript has.
      let milliseconds = (instant.secondsSince1970 * 1_000).rounded()
      guard milliseconds.magnitude <= 8.64e15 else { return .string(summary(limit: .max)) }
      return ["$jsan": .string("d\(Int64(milliseconds))")]
    case .array(let elements):
      return .array(elements.map { $0.plain(form) })
    case .object(let object):
      return .object(object.plain(form))
    case .enumCase(let name, let payload) where payload.isEmpty:
      return .string(name)
    case .enumCase(let name, let payload):
      return .object(
        Tree.Object([Tree.Object.Member(key: name, value: .object(payload.plain(form)))])
      )
    case .wideInteger, .data, .date, .opaque, .cut, .redacted:
      return .string(summary(limit: .max))
    }
  }
}

extension Tree.Object {
  /// The object with the values that other tools expect of JSON.
  func plain(_ form: PlainForm) -> Tree.Object {
    Tree.Object(
      members.lazy.map {
        // The program's own would be taken for a value that JSON has not.
        let key = form == .jsan && $0.key == "$jsan" ? "$" + $0.key : $0.key
        return Member(key: key, value: $0.value.plain(form))
      }
    )
  }
}

extension WireRecord.Commit {
  /// The payload for other tools; that of an enum's case, whose name is part of the action's.
  func plainPayload(_ form: PlainForm) -> Tree? {
    switch action.payload {
    case .enumCase(_, let payload)?: payload.isEmpty ? nil : .object(payload.plain(form))
    case let payload: payload?.plain(form)
    }
  }

  /// What is known of the commit beside its action and changes, for other tools.
  var plainFacts: Tree {
    var members: [(String, Tree?)] = [("commit", .number(number))]
    if count > 1 { members.append(("standsFor", .number(count))) }
    members += [
      ("elements", action.elements.isEmpty ? nil : .string(action.elements.text)),
      ("from", origin.map { .string("\($0.file):\($0.line)") }),
      ("function", origin.map { .string($0.function) }),
      ("note", origin?.info.map { .string($0) }), ("carried", origin?.carried),
      ("becauseOf", cause.map { .number($0.commit) }),
      ("effect", cause?.effectName.map { .string($0) }),
      ("run", cause?.run.map { .number($0) }),
      ("reducingNanoseconds", reducing.map { .integer($0) }),
      ("remark", note.map { .string($0) }),
      ("facts", reducersText.map { .array([.string("reduced by \($0)")]) }),
    ]
    return .object(present: members)
  }
}
