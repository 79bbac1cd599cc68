import SluiceWire

/// Something that a program or the terminal is to do for somebody.
struct ScreenRequest: Hashable, Sendable {
  enum Work: Hashable, Sendable {
    /// Dispatches an action.
    case dispatch(WireRecord.Action)
    /// Puts the state after a commit into the program.
    case travel(Int, from: ShownPlace)
    /// Puts back the state from before travelling, after a commit.
    case travelBack(to: Int)
    /// Reduces the actions again without those of some commits, because of one that was chosen.
    case leaveOut([Int], chosen: Int)
    /// Puts a text where it can be pasted from.
    case copy(String, what: String)
    /// Puts a value of the state after a commit there, as JSON.
    case copyValue(StatePath, after: Int)
    /// Writes what the list shows to a new session file.
    case save(String)
    /// Writes it as a page to send.
    case export(String)
    /// Opens the JSON of an action in an editor.
    case edit(String, of: WireRecord.Action)
    /// Opens a place of the program's source.
    case open(file: String, line: Int)
  }

  enum Outcome: Hashable, Sendable {
    /// A program has done it, as a commit.
    case committed(Int?)
    /// For people.
    case done(String)
    /// The JSON of an action, edited.
    case edited(String, of: WireRecord.Action)
    /// Why it was not done, for people.
    case failed(String)
  }

  let id: Int
  let work: Work
  /// The program.
  let instance: String
  /// How much people had done by then.
  var inputs = 0

  fileprivate var isForTerminal: Bool {
    switch work {
    case .copy, .copyValue, .save, .export, .edit, .open: true
    case .dispatch, .travel, .travelBack, .leaveOut: false
    }
  }

  /// Whether a later one of its kind makes it needless.
  fileprivate func isReplaced(by later: ScreenRequest) -> Bool {
    guard instance == later.instance else { return false }
    return switch (work, later.work) {
    case (.travel, .travel), (.travelBack, .travelBack), (.leaveOut, .leaveOut): true
    default: false
    }
  }
}

/// What is to be done, and was not answered yet.
struct ScreenRequests: Hashable, Sendable {
  private(set) var pending: [ScreenRequest] = []
  private var last = 0

  /// Adds a request, in the place of an earlier one that it makes needless, unless that is under way.
  ///
  /// - Parameter inputs: How much people have done.
  /// - Returns: Its number.
  @discardableResult
  mutating func add(_ work: ScreenRequest.Work, of instance: String, after inputs: Int) -> Int {
    last += 1
    let request = ScreenRequest(id: last, work: work, instance: instance, inputs: inputs)
    let underWay = Set(ready.map(\.id))
    pending.removeAll { !underWay.contains($0.id) && $0.isReplaced(by: request) }
    pending.append(request)
    return last
  }

  /// Those that can be done at once: a program is asked for one thing after another, since what it is asked last
  /// is what somebody wants.
  var ready: [ScreenRequest] {
    var asked: Set<String> = []
    return pending.filter { $0.isForTerminal || asked.insert($0.instance).inserted }
  }

  /// Removes a request that has ended.
  mutating func remove(_ request: ScreenRequest) { pending.removeAll { $0.id == request.id } }
}
