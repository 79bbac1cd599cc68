// What a store reports of what is registered.

extension StoreDiagnostic.ID {
  /// A reducer, an effect or an object that is an interceptor is registered a second time: it acts twice.
  ///
  /// A reducer without an id, too, that one line has made anew; reported once for each line.
  public static let registeredTwice = Self(rawValue: "registered-twice")
  /// Something that belongs to one store at a time, such as a `StateHistory`, was to be registered a second time.
  public static let registeredElsewhere = Self(rawValue: "registered-elsewhere")
  /// A method of an interceptor is never called, because the interceptor's interests leave out what the method needs.
  public static let uncalledMethod = Self(rawValue: "uncalled-method")
  /// An interceptor read ``Commit/oldState``, which is `nil` because no interceptor requests it.
  ///
  /// Reported in debug builds, once for each store.
  public static let missedOldState = Self(rawValue: "missed-old-state")
}

extension StoreDiagnostic {
  package static func registeredTwice(_ name: String) -> Self {
    Self(
      .registeredTwice,
      "\(name) is registered twice, and acts twice.",
      cure: "To fix, register it once, or unregister it before."
    )
  }

  static func registeredTwiceFromLine(_ position: String) -> Self {
    Self(
      .registeredTwice,
      "The reducer at \(position), which has no id, is registered twice, and acts twice.",
      cure: """
        To fix, register it once, or unregister it before. If one line makes several, give each \
        an `id`.
        """,
      position: position
    )
  }

  package static func registeredElsewhere(_ name: String) -> Self {
    Self(
      .registeredElsewhere,
      "\(name) is already registered elsewhere, and stays there.",
      cure: "To fix, register it once, or unregister it before."
    )
  }

  static func uncalledMethod(_ method: String, of interceptor: String, interest: String) -> Self {
    Self(
      .uncalledMethod,
      """
      \(interceptor) implements \(method), which is never called, because its interests \
      don't include \(interest).
      """,
      cure: "To fix, add \(interest) to `interests`, or leave `interests` to its default."
    )
  }

  static func missedOldState(in interceptor: String) -> Self {
    Self(
      .missedOldState,
      """
      \(interceptor) read `oldState`, which is nil, because its interests don't include \
      .oldState.
      """,
      cure: """
        To fix, add .oldState to `interests`, or conform to ActionInterceptor, whose \
        actionDispatched(action:oldState:newState:) is given both states.
        """
    )
  }
}
