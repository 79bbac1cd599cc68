import SluiceTree
import SluiceWire

extension Tree {
  /// The value in the form that other tools expect of JSON: without the wire's tagged objects.
  ///
  /// Cases of enums are as `Codable` writes them, `{"came": {"_0": …}}`, but those without a payload are
  /// their names; dates are text, data is its size; numbers beyond what a `Double` holds exactly are
  /// text, too. What was redacted says so.
  var plain: Tree {
    switch self {
    case .null, .bool, .string:
      return self
    case .integer(let value):
      return value.magnitude <= 1 << 53 ? self : .string(String(value))
    case .double(let value):
      return value.isFinite ? self : .string(value.description)
    case .array(let elements):
      return .array(elements.map(\.plain))
    case .object(let object):
      return .object(object.plain)
    case .enumCase(let name, let payload) where payload.isEmpty:
      return .string(name)
    case .enumCase(let name, let payload):
      return .object(
        Tree.Object([Tree.Object.Member(key: name, value: .object(payload.plain))])
      )
    case .wideInteger, .data, .date, .opaque, .cut, .redacted:
      return .string(summary(limit: .max))
    }
  }
}

extension Tree.Object {
  /// The object with the values that other tools expect of JSON.
  var plain: Tree.Object {
    Tree.Object(members.lazy.map { Member(key: $0.key, value: $0.value.plain) })
  }
}

extension WireRecord.Commit {
  /// The payload for other tools; that of an enum's case, whose name is part of the action's.
  var plainPayload: Tree? {
    switch action.payload {
    case .enumCase(_, let payload)?: payload.isEmpty ? nil : .object(payload.plain)
    case let payload: payload?.plain
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
      ("facts", otherFacts.map { .array($0.map { .string($0) }) }),
    ]
    return .object(present: members)
  }
}
