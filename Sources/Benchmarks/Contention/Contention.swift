/// Setups that are measured alternately: one thread dispatches once a millisecond, while others
/// dispatch to the same store without pause.
struct Contention {
  /// The target of the dispatches.
  enum Setup: String, CaseIterable {
    case posixMutex = "pthread_mutex_t"
    case mutex = "Mutex"
    case unwatched
    case sink = "a sink"
    case interceptor = "an interceptor"

    var isBaseline: Bool { self == .posixMutex || self == .mutex }

    func contender() -> Contender {
      switch self {
      case .posixMutex: .posixMutex()
      case .mutex: .mutex()
      case .unwatched: .unwatched()
      case .sink: .sink()
      case .interceptor: .interceptor()
      }
    }
  }

  let hammers: Int
  /// Whether another process keeps every core busy.
  let isLoaded: Bool
  private(set) var setups: [Setup]

  /// Every setup, in the order of the table.
  static var all: [Contention] {
    [1, 3, 7].map { Contention(hammers: $0, isLoaded: false, setups: Setup.allCases) }
      + [1, 3, 7].map {
        Contention(hammers: $0, isLoaded: true, setups: [.posixMutex, .sink, .interceptor])
      }
  }

  func name(of setup: Setup) -> String {
    "paced beside \(hammers) \(hammers == 1 ? "hammer" : "hammers"), \(setup.rawValue)"
      + (isLoaded ? ", cores busy" : "")
  }

  func goal(of setup: Setup) -> TailGoal? {
    switch setup {
    case .posixMutex, .mutex: nil
    case .unwatched:
      hammers == 1 ? .percentiles(times: 2, orMicroseconds: 50) : .tails(times: 1.5)
    // A wait ends after 5 ms, and then the thread must get a processor.
    case .sink, .interceptor: .milliseconds(p99: 5.5, maximum: 30)
    }
  }

  /// The selected setups and their references; `nil` if none is selected.
  func filtered(_ isSelected: (_ name: String) -> Bool, wantsBaselines: Bool) -> Contention? {
    var contention = self
    let selected = setups.filter { isSelected(name(of: $0)) }
    let needsBase = selected.contains { goal(of: $0)?.isRelative == true }
    contention.setups = setups.filter { setup in
      if setup.isBaseline, !wantsBaselines { return false }
      return selected.contains(setup) || (needsBase && setup == .posixMutex)
    }
    return contention.setups.isEmpty ? nil : contention
  }
}
