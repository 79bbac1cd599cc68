#if INTERLEAVING
  extension Scenario {
    static let all =
      locks + dispatching + observing + effects + idling + freeing + selecting + restoring
  }
#endif
