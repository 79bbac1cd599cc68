#if INTERLEAVING
  import Sluice

  /// The scenarios that must find a seeded bug, the first one first.
  func scenarios(for bug: SeededBug) -> [String] {
    switch bug {
    case .sleepsUnmarked: ["lock", "lock-thrice"]
    }
  }
#endif
