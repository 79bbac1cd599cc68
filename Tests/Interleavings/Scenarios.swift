#if INTERLEAVING
  extension Scenario {
    static let all =
      locks + dispatching + observing + effects + idling + freeing + closing + selecting
      + restoring
  }
#endif
