import SluiceTree
import SluiceWire

/// A condition on a record.
enum FilterTerm: Hashable, Sendable {
  /// The action's type or id.
  case type(TextPattern)
  case changed(TreePathPattern)
  /// An index into the conditions of the filter's states; after the commit it holds.
  case state(Int)
  /// It holds after the commit, and did not before.
  case became(Int)
  case payload(TextPattern)
  /// The file that dispatched it, and the line.
  case from(TextPattern, line: Int?)
  case app(TextPattern)
  case slow(Comparison, nanoseconds: Int64)
  case effect(TextPattern)
  /// An index into the filter's descents.
  case cause(Int)
  case failed

  enum Comparison: String, CaseIterable, Sendable {
    // The longer ones first, since the shorter begin them.
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"

    func holds(_ left: Int64, _ right: Int64) -> Bool {
      switch self {
      case .atLeast: left >= right
      case .atMost: left <= right
      case .above: left > right
      case .below: left < right
      }
    }
  }

  /// Returns whether it is true of a record; `nil` while the state that it asks for is not known.
  ///
  /// - Parameters:
  ///   - app: The label of the program.
  ///   - descents: Up to date with this record, as are the states.
  func holds(
    for record: WireRecord,
    _ app: String,
    _ instance: String,
    _ descents: [Descent],
    _ states: FilterStates
  ) -> Bool? {
    switch (self, record) {
    case (.state(let condition), _):
      return states.holds(condition, instance)
    case (.became(let condition), .commit):
      return states.became(condition, instance)
    case (.app(let pattern), _):
      return Self.matches(pattern, app)
    case (.type(let pattern), .commit(let commit)):
      return pattern.matches(commit.action.type)
        || commit.action.id.map(pattern.matches) ?? false
        || pattern.matchesWholeOrPart(commit.action.type)
    case (.changed(let pattern), .commit(let commit)):
      return commit.changes.contains(where: pattern.matches)
    case (.payload(let pattern), .commit(let commit)):
      return commit.action.payload?.shows(pattern) ?? false
    case (.from(let pattern, let line), .commit(let commit)):
      guard let origin = commit.origin, line == nil || line == origin.line else { return false }
      return Self.matches(pattern, file: origin.file)
    case (.slow(let comparison, let limit), .commit(let commit)):
      return commit.reducing.map { comparison.holds($0, limit) } ?? false
    case (.slow(let comparison, let limit), .effect(let effect)):
      return effect.duration.map { comparison.holds($0, limit) } ?? false
    case (.effect(let pattern), .effect(let effect)):
      return pattern.matchesWholeOrPart(effect.effect)
    case (.effect(let pattern), .commit(let commit)):
      return commit.cause?.effect.map(pattern.matchesWholeOrPart) ?? false
    case (.cause(let index), .commit(let commit)):
      return descents[index].contains(commit.number, instance)
    case (.cause(let index), .effect(let effect)):
      guard let commit = effect.commit else { return false }
      return commit == descents[index].root || descents[index].contains(commit, instance)
    case (.failed, .effect(let effect)):
      return effect.event == .failed
    case (.failed, .error):
      return true
    default:
      return false
    }
  }

  /// A label is the program's name, and perhaps its store and process: `Shop/main#4711`.
  static func matches(_ pattern: TextPattern, _ label: String) -> Bool {
    if pattern.matches(label) { return true }
    guard let end = label.utf8.firstIndex(where: { $0 == 0x23 || $0 == 0x2F }) else {
      return false
    }
    return pattern.matches(String(label[..<end]))
  }

  private static func matches(_ pattern: TextPattern, file: String) -> Bool {
    if pattern.matches(file) { return true }
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return pattern.matches(String(file[file.utf8.index(after: slash)...]))
  }
}

extension Tree {
  /// Returns whether a text, a name or a number in it matches.
  fileprivate func shows(_ pattern: TextPattern) -> Bool {
    switch self {
    case .string(let text), .opaque(let text): pattern.matches(text)
    case .integer(let number): pattern.matches(String(number))
    case .wideInteger(let number): pattern.matches(number.description)
    case .double(let number): pattern.matches(number.description)
    case .bool(let value): pattern.matches(value ? "true" : "false")
    case .date(let instant):
      pattern.matches(CalendarText.utc(secondsSince1970: instant.secondsSince1970))
    case .array(let elements): elements.contains { $0.shows(pattern) }
    case .object(let object):
      object.members.contains { pattern.matches($0.key) || $0.value.shows(pattern) }
    case .enumCase(let name, let payload):
      pattern.matches(name)
        || payload.members.contains { pattern.matches($0.key) || $0.value.shows(pattern) }
    case .cut(.characters(let kept, _)): pattern.matches(kept)
    case .null, .data, .cut, .redacted: false
    }
  }
}
