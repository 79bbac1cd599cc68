#if INTERLEAVING
  import Sluice

  /// The scenarios that must find a seeded bug, the first one first.
  func scenarios(for bug: SeededBug) -> [String] {
    switch bug {
    case .sleepsUnmarked: ["lock"]
    case .staysInLine: ["lock-timed", "wait-for-each-other"]
    case .givesUpUnchecked: ["lock-marked", "dispatch-interceptor"]
    case .recyclesKept: ["commits-retained"]
    case .changesWhileRead: ["observers-move"]
    case .sleepsOnFreeLock: ["lock-thrice-hurried", "lock-thrice"]
    case .dropsMarkForSpinner: ["lock-thrice-hurried"]
    case .handsOverUnmarked: ["lock-thrice"]
    case .takesUnmarked: ["lock-thrice-hurried", "dispatch-interceptor-thrice-hurried"]
    case .storesTwice: ["lock-thrice"]
    case .waitsAtOpenGate: ["subscribe"]
    case .asksTooEarly: ["effect-cancelled-by-another"]
    case .forgetsIdle: ["idle-delivery"]
    case .handsRoleToNobody: ["role-handed-to-task"]
    case .closesWhileRead: ["freed-effect"]
    }
  }
#endif
