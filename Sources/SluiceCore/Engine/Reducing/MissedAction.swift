#if DEBUG
  /// What the reducers that are lifted to a part made of an action, to find one that nobody takes.
  ///
  /// A lifted reducer receives all actions that may be for its part, and so handles them by their type.
  /// It misses one that isn't for its part, whose part is absent, or that no reducer within handles.
  /// Counted while an action is reduced, and in debug builds only.
  struct MissedAction: Sendable {
    /// The handlers that missed the action so far.
    private(set) var count = 0
    /// Why one of them did; the most telling reason.
    private(set) var reason = Reason.notForIt

    enum Reason: Sendable {
      /// The action isn't for the part of a lift.
      case notForIt
      /// No handler within handles the action that was taken out.
      case unhandled(any Action)
      /// The part is absent.
      case absent(part: String, reporter: Int)
      /// The element is missing, which was reported.
      case missing

      /// The name of what nobody takes: the action within, or the case of a wrapping action.
      func name(of wrapping: any Action) -> String {
        if case .unhandled(let inner) = self {
          return (inner as? any TemplateMade)?.id ?? "\(type(of: inner))"
        }
        let mirror = Mirror(reflecting: wrapping)
        guard mirror.displayStyle == .enum else { return "\(type(of: wrapping))" }
        return mirror.children.first?.label ?? "\(wrapping)"
      }

      fileprivate var rank: Int {
        switch self {
        case .notForIt: 0
        case .unhandled: 1
        case .absent: 2
        case .missing: 3
        }
      }
    }

    mutating func add(_ reason: Reason) {
      count += 1
      if reason.rank > self.reason.rank { self.reason = reason }
    }

    /// Counts the handlers within a handler as one, which missed the action if each of them did.
    mutating func join(from start: Int, _ handlers: Int) {
      assert(count >= start && count - start <= handlers)
      let isMissed = handlers > 0 && count - start == handlers
      count = isMissed ? start + 1 : start
      if count == 0 { reason = .notForIt }
    }
  }
#endif
