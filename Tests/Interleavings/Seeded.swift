#if INTERLEAVING
  import Sluice

  /// The scenarios that must find a seeded bug, the first one first.
  func scenarios(for bug: SeededBug) -> [String] {
    switch bug {
    case .sleepsUnmarked: ["lock", "lock-thrice"]
    case .staysInLine: ["wait-for-each-other"]
    case .givesUpUnchecked: ["dispatch-within-sink-alone", "dispatch-interceptor"]
    case .recyclesKept: ["commits-retained"]
    case .changesWhileRead: ["cancel", "observers-move", "observers-come-and-go"]
    }
  }
#endif
