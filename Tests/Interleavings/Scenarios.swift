#if INTERLEAVING
  extension Scenario {
    static let all = locks
  }
#endif
