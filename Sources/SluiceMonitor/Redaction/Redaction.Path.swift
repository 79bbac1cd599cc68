import SluiceTree
import SluiceWire

extension Redaction {
  /// The place of values to redact, from the root of the state or of an action's payload.
  ///
  /// Written as the Explorer shows paths: `user.email`, `todos[0].note`. `*` stands for any key or
  /// index, `**` for any number of them: `cards.*.number`, `**.note`. Quote a key that contains a
  /// point or a bracket, `settings["api.host"]`, or write the path as an array of its steps:
  /// `["settings", "api.host"]`.
  public struct Path: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A step from a value to a part of it.
    public enum Step: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
      /// A member of an object, whatever characters the key has.
      case key(String)
      /// An element of an array, from 0.
      case index(Int)
      /// Any single step.
      case any
      /// Any number of steps, including none.
      case anyNumber

      /// Creates a step to a member.
      public init(stringLiteral key: String) {
        self = .key(key)
      }

      /// Creates a step to an element.
      public init(integerLiteral index: Int) {
        self = .index(index)
      }
    }

    let pattern: TreePathPattern

    /// Creates a path from its text, as the Explorer shows it.
    ///
    /// Stops the program if it has no step, more than 63, or an unmatched quotation mark or
    /// bracket.
    public init(_ text: String) {
      guard let pattern = TreePathPattern(parsing: text) else {
        preconditionFailure(
          """
          “\(text)” is not a path that can be redacted. Write one such as user.email or \
          cards.*.number.
          """
        )
      }
      self.pattern = pattern
    }

    /// Creates a path from its text; `nil` where ``init(_:)`` stops the program.
    package init?(parsing text: String) {
      guard let pattern = TreePathPattern(parsing: text) else { return nil }
      self.pattern = pattern
    }

    /// Creates a path from its steps: at least one, at most 63.
    public init(_ steps: [Step]) {
      guard let pattern = TreePathPattern(steps.map(\.ofPattern)) else {
        preconditionFailure(
          "A path of \(steps.count) steps can't be redacted. Write 1 to 63 steps."
        )
      }
      self.pattern = pattern
    }

    /// Creates a path from its text, as the Explorer shows it.
    public init(stringLiteral text: String) {
      self.init(text)
    }

    /// Creates a path from its steps.
    public init(arrayLiteral steps: Step...) {
      self.init(steps)
    }
  }
}

extension Redaction.Path.Step {
  fileprivate var ofPattern: TreePathPattern.Step {
    switch self {
    case .key(let key): .key(key)
    case .index(let index): .index(index)
    case .any: .any
    case .anyNumber: .anyNumber
    }
  }
}
