import SluiceWire

/// What is known of programs, and which of them is shown.
struct Watching: Sendable, Equatable {
  /// In the order in which they connected.
  var programs: [Program] = []
  /// The instance of the program that is shown.
  var chosenInstance: String?
  /// What the list shows of each program; `nil` for all.
  var filter: Filter?
  /// Whether what is shown was recorded, so that no program can be asked for anything.
  var isSession = false
  /// Where programs connect, and what they need; `nil` if nothing is shown about that.
  var notice: IdleNotice?

  var chosen: Program? {
    chosenIndex.map { programs[$0] }
  }

  /// Whether a program that is connected has committed in the last minute, so that its line moves.
  var isMoving: Bool {
    programs.contains { $0.isConnected && $0.past.rates.contains { $0 > 0 } }
  }

  /// The next program in which to look for what the filter admits: the chosen one before others.
  var searched: Program? {
    if let chosen, chosen.past.isSearching { return chosen }
    return programs.first { $0.past.isSearching }
  }

  /// The search that is under way; `nil` if all that matches is found.
  var searchIdentity: FilterSearch.Identity? { searched?.past.search?.identity }

  /// The next program of which something isn't counted.
  var uncounted: Program? {
    programs.first { program in
      program.past.count.map { !$0.isDone(in: program.past.history) } ?? false
    }
  }

  var isCounting: Bool { uncounted != nil }

  /// The next pin whose values are not known.
  var unfilled: Pin.Wanted? {
    for program in programs {
      guard let pin = program.past.pins.first(where: { !$0.isFilled }) else { continue }
      return Pin.Wanted(
        pin: pin,
        instance: program.hello.instance,
        beginning: program.past.past.beginning,
        history: program.past.history
      )
    }
    return nil
  }

  /// The place of a program among all; the first one if it is no longer known.
  func place(of instance: String) -> Int {
    programs.firstIndex { $0.hello.instance == instance } ?? 0
  }

  var chosenIndex: Int? {
    programs.firstIndex { $0.hello.instance == chosenInstance }
  }
}
