#if INTERLEAVING
  extension Scenario {
    static let all = locks + dispatching + observing
  }
#endif
