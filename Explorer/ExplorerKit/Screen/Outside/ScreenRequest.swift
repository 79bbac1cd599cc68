import SluiceWire

/// Something that a program or the terminal is to do for somebody.
struct ScreenRequest: Hashable, Sendable {
  enum Work: Hashable, Sendable {
    /// Dispatches an action.
    case dispatch(WireRecord.Action)
    /// Puts the state after a commit into the program.
    case travel(Int)
    /// Puts back the state after a commit, from before travelling.
    case travelBack(Int)
    /// Reduces the actions again without those of some commits, because of one that was chosen; `nil` for
    /// all that were left out.
    case leaveOut([Int], chosen: Int?)
    /// Puts a text where it can be pasted from.
    case copy(String, what: String)
    /// Writes what the list shows to a new session file.
    case save(String)
    /// Opens a place of the program's source.
    case open(file: String, line: Int)
  }

  enum Outcome: Hashable, Sendable {
    /// A program has done it, as a commit.
    case committed(Int?)
    /// For people.
    case done(String)
    /// Why it was not done, for people.
    case failed(String)
  }

  let id: Int
  let work: Work
  /// The program.
  let instance: String

  fileprivate var isForTerminal: Bool {
    switch work {
    case .copy, .save, .open: true
    case .dispatch, .travel, .travelBack, .leaveOut: false
    }
  }
}

/// What is to be done, and was not answered yet.
struct ScreenRequests: Hashable, Sendable {
  private(set) var pending: [ScreenRequest] = []
  private var last = 0

  mutating func add(_ work: ScreenRequest.Work, of instance: String) {
    last += 1
    pending.append(ScreenRequest(id: last, work: work, instance: instance))
  }

  /// Those that can be done at once: a program is asked for one thing after another, since what it is asked last
  /// is what somebody wants.
  var ready: [ScreenRequest] {
    var asked: Set<String> = []
    return pending.filter { $0.isForTerminal || asked.insert($0.instance).inserted }
  }

  /// Removes a request that has ended.
  mutating func remove(_ request: ScreenRequest) {
    pending.removeAll { $0.id == request.id }
  }
}
