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
  /// The name of the file with the recording; `nil` for none.
  var file: String?
  /// Whether the recording is shown as it was made, and not at once.
  var isPlaying = false
  /// Where programs connect, and what they need; `nil` if nothing is shown about that.
  var notice: IdleNotice?

  var chosen: Program? { chosenIndex.map { programs[$0] } }

  /// Whether time shows: a program has committed in the last minute, or has a run that lives.
  var isMoving: Bool {
    programs.contains { program in
      program.isConnected
        && (program.past.tally.alive.count > 0 || program.past.rates.contains { $0 > 0 })
    }
  }

  /// A program that was started again, in whose place one that has ended is shown.
  var successor: Program? {
    guard let chosen, !chosen.isConnected, !isSession else { return nil }
    return programs.first { $0.isConnected && $0.label == chosen.label }
  }

  /// The next program in which to look for what the filter admits: the chosen one before others.
  var searched: Program? {
    if let chosen, chosen.past.isSearching { return chosen }
    return programs.first { $0.past.isSearching }
  }

  /// The search that is under way; `nil` if all that matches is found.
  var searchIdentity: String? { searched?.past.search?.identity }

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

  /// The place of a program among all; `nil` if it is no longer known.
  func index(of instance: String) -> Int? {
    programs.firstIndex { $0.hello.instance == instance }
  }

  var chosenIndex: Int? { chosenInstance.flatMap(index) }
}
