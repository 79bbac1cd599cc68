import SluiceTree
import SluiceWire

extension FilterTerm {
  static let all: [FilterTerm] = [
    .type, .changed, .state, .became, .payload, .from, .app, .slow, .effect, .cause, .failed,
  ]

  static let type = FilterTerm(
    name: "type",
    example: "type:Add*",
    meaning: "Actions of a type, with an id, or of an enum's case.",
    candidates: .names(\.types),
    value: .text { value, _ in
      let pattern = TextPattern(value)
      return .commit { commit in
        ActionText.hasName(commit.action, where: pattern.matchesWholeOrPart)
      }
    }
  )

  private static let changed = FilterTerm(
    name: "changed",
    example: "changed:todos.items",
    meaning: "Commits that changed a part of the state. Paths may have [0], * and **.",
    complaint: {
      $0.contains("[id:") ? "a path with an id, but changes name indices" : "not a path"
    },
    candidates: .names(\.paths),
    value: .text { value, _ in
      guard let pattern = TreePathPattern(parsing: value) else { return nil }
      return .commit { $0.changes.contains(where: pattern.matches) }
    }
  )

  private static let state = FilterTerm(
    name: "state",
    example: "state:cart.total>100",
    meaning: "Everything while a comparison of a value in the state held. See below.",
    value: .condition { condition in
      .record { $0.states.holds(condition, $0.instance) }
    }
  )

  private static let became = FilterTerm(
    name: "became",
    example: #"became:user.name=="Ada""#,
    meaning: "Commits after which such a comparison holds, and before which it did not.",
    value: .condition { condition in
      .record { subject in
        guard case .commit = subject.record else { return false }
        return subject.states.became(condition, subject.instance)
      }
    }
  )

  private static let payload = FilterTerm(
    name: "payload",
    example: "payload:milk",
    meaning: "Actions that carry a text, a number or a name.",
    value: .text { value, _ in
      let pattern = TextPattern(value, isPart: true)
      return .commit { $0.action.payload?.shows(pattern) ?? false }
    }
  )

  private static let from = FilterTerm(
    name: "from",
    example: "from:Timer.swift",
    meaning: "Actions dispatched in a file, or on a line of it: from:Timer.swift:42",
    complaint: { _ in "not a file, or not a file and a line" },
    candidates: .names(\.files),
    value: .text { value, _ in
      let parts = value.split(separator: ":", omittingEmptySubsequences: false)
      let line = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
      guard parts.count == 1 || (line ?? 0) > 0 && !parts[0].isEmpty else { return nil }
      let file = parts.count > 1 ? parts.dropLast().joined(separator: ":") : value
      let pattern = TextPattern(file)
      return .commit { commit in
        guard let origin = commit.origin, line == nil || line == origin.line else { return false }
        return pattern.matchesFile(origin.file)
      }
    }
  )

  private static let app = FilterTerm(
    name: "app",
    example: "app:Shop",
    meaning: "Everything in a program, by its name in the log or as Shop#4711.",
    candidates: .names(\.apps),
    value: .text { value, _ in
      let pattern = TextPattern(value)
      return .program { pattern.matchesLabel($0) }
    }
  )

  private static let slow = FilterTerm(
    name: "slow",
    example: "slow:>2ms",
    meaning: "Reducers, or effects, that took so long: ns, us, ms or s.",
    complaint: { _ in "not a duration" },
    candidates: .comparisons(DurationBound.Comparison.allCases.map(\.rawValue)),
    value: .text { value, _ in
      guard let bound = DurationBound(parsing: value) else { return nil }
      return .record { subject in
        if case .commit(let commit) = subject.record {
          commit.reducing.map(bound.holds) ?? false
        } else if case .effect(let effect) = subject.record {
          effect.duration.map(bound.holds) ?? false
        } else {
          false
        }
      }
    }
  )

  private static let effect = FilterTerm(
    name: "effect",
    example: "effect:search",
    meaning: "The runs of an effect, and the actions that it dispatched.",
    candidates: .names(\.effects),
    value: .text { value, _ in
      let pattern = TextPattern(value)
      return .record { subject in
        if case .commit(let commit) = subject.record {
          commit.cause?.effect.map(pattern.matchesWholeOrPart) ?? false
        } else if case .effect(let effect) = subject.record {
          pattern.matchesWholeOrPart(effect.effect)
        } else {
          false
        }
      }
    }
  )

  private static let cause = FilterTerm(
    name: "cause",
    example: "cause:120",
    meaning: "All that commit 120 led to, however many steps lie between.",
    complaint: { _ in "not the number of a commit" },
    value: .text { value, needs in
      guard let root = Int(value), root >= 0 else { return nil }
      let index = needs.descent(of: root)
      return .record { subject in
        let descent = subject.descents[index]
        if case .commit(let commit) = subject.record {
          return descent.contains(commit.number, subject.instance)
        }
        guard case .effect(let effect) = subject.record, let commit = effect.commit else {
          return false
        }
        return commit == root || descent.contains(commit, subject.instance)
      }
    }
  )

  private static let failed = FilterTerm(
    name: "failed",
    example: "failed",
    meaning: "Effects and attempts that failed, and refused commands.",
    value: .none(
      .record { subject in
        if case .effect(let effect) = subject.record {
          effect.event == .failed || effect.event == .retrying
        } else if case .error = subject.record {
          true
        } else {
          false
        }
      }
    )
  )
}

extension FilterTest {
  /// A test that is false of what is no commit.
  fileprivate static func commit(
    _ matches: @escaping @Sendable (WireRecord.Commit) -> Bool
  ) -> FilterTest {
    .record { subject in
      if case .commit(let commit) = subject.record { matches(commit) } else { false }
    }
  }
}

extension TextPattern {
  /// Compares a label, or the program's name in front of a store's, as in `Shop/main`.
  ///
  /// Not the name in front of a process, as in `Shop#4711`: another one is called plainly so.
  fileprivate func matchesLabel(_ label: String) -> Bool {
    if matches(label) { return true }
    guard !label.utf8.contains(0x23), let end = label.utf8.firstIndex(of: 0x2F) else {
      return false
    }
    return matches(String(label[..<end]))
  }

  /// Compares the path of a file, and its name.
  fileprivate func matchesFile(_ file: String) -> Bool {
    if matches(file) { return true }
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return matches(String(file[file.utf8.index(after: slash)...]))
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
