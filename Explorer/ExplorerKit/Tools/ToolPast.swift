import SluiceWire

/// The programs that are known, and the past of each.
///
/// Bounded: beyond the limits, the programs that have been gone for the longest time go.
struct ToolPast {
  struct Program {
    /// In the order in which the programs became known; never of another program.
    let serial: Int
    /// What no other program is called.
    fileprivate(set) var label: String
    fileprivate(set) var hello: WireRecord.Hello
    /// What happened while this was watching.
    fileprivate var seen: History
    /// What the hub holds, where it holds something; then nothing else is kept.
    fileprivate var held: HubPast?
    fileprivate(set) var isConnected = true
    /// How often the program was started, as far as is known.
    fileprivate(set) var starts = 1
    /// Where it stands among all that connected.
    fileprivate var place: Int

    var history: History { held?.history ?? seen }
    /// Whether more of its past is on its way.
    var isLoading: Bool { held.map { !$0.isUpToDate } ?? false }

    var candidate: ProgramChoice.Candidate {
      ProgramChoice.Candidate(label: label, hello: hello)
    }

    /// Whether it was the same store of the same program, perhaps at another time.
    fileprivate func isStarted(again hello: WireRecord.Hello) -> Bool {
      self.hello.name == hello.name && self.hello.store == hello.store
    }
  }

  private static let maximumPrograms = 64

  private let choice: ProgramChoice
  private let limits: History.Limits
  private let maximumBytes: Int
  /// In the order in which they connected first.
  private(set) var programs: [Program] = []
  private var lastPlace = 0
  /// The number of records until the bytes are counted again.
  private var untilCheck = 0
  /// The request for the programs that the hub knows; `nil` before.
  private var list: Int?
  private var isListed = false

  /// - Parameters:
  ///   - choice: Which programs may be asked about.
  ///   - maximumBytes: What all pasts may take together, about.
  init(
    _ choice: ProgramChoice = ProgramChoice(),
    _ limits: History.Limits = History.Limits(),
    maximumBytes: Int = 1 << 30
  ) {
    self.choice = choice
    self.limits = limits
    self.maximumBytes = maximumBytes
  }

  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      guard choice.matches(ProgramChoice.Candidate(label: label, hello: hello)) else { return }
      greet(label, hello)
    case .record(let label, let instance, let record):
      guard let index = index(of: instance, label) else { return }
      if programs[index].held == nil { programs[index].seen.take(record) }
    case .disconnected(let label, let instance, _):
      guard let index = index(of: instance, label) else { return }
      programs[index].isConnected = false
    case .held(let request, .hello(let hello)) where request == list:
      takeEnded(hello)
    case .held(let request, .page) where request == list,
      .held(let request, .error) where request == list:
      isListed = true
    case .problem, .held:
      break
    }
    for index in programs.indices { programs[index].held?.take(event) }
    untilCheck -= 1
    if untilCheck < 0 { shrink() }
  }

  /// Asks for what others hold of the past; call it after each turn.
  ///
  /// - Parameter source: Where the events come from.
  mutating func ask(_ source: some HistorySource) {
    if source.holdsHistory == true {
      if list == nil {
        // Without room it is asked for after the next turn.
        list = try? source.send(.history(WireRecord.History(request: 0)), to: nil)
      }
      for index in programs.indices where programs[index].held == nil {
        programs[index].held = HubPast(of: programs[index].hello.instance, limits)
        programs[index].seen = History(limits)
      }
    }
    for index in programs.indices { programs[index].held?.ask(source) }
  }

  /// Whether everything that others hold has arrived, once ``ask(_:)`` has asked for it.
  var isUpToDate: Bool { (list == nil || isListed) && !programs.contains(where: \.isLoading) }

  /// Adds a program that ended before this began to watch.
  private mutating func takeEnded(_ hello: WireRecord.Hello) {
    guard !programs.contains(where: { $0.hello.instance == hello.instance }) else { return }
    let label = freeLabel(for: hello)
    guard choice.matches(ProgramChoice.Candidate(label: label, hello: hello)) else { return }
    if let index = programs.firstIndex(where: { $0.isStarted(again: hello) }) {
      // One that is connected is preferred.
      if !programs[index].isConnected { restart(index, programs[index].label, hello) }
    } else {
      add(label, hello)
    }
    if let index = programs.firstIndex(where: { $0.hello.instance == hello.instance }) {
      programs[index].isConnected = false
    }
  }

  /// Returns the name under which the log would show a program beside those that are known.
  private func freeLabel(for hello: WireRecord.Hello) -> String {
    var names = ProgramNames()
    var label = names.take(for: hello)
    while programs.contains(where: { $0.label == label }) { label = names.take(for: hello) }
    return label
  }

  /// Notes that the source has ended, so that no program is connected any more.
  mutating func end() {
    for index in programs.indices { programs[index].isConnected = false }
  }

  private func index(of instance: String, _ label: String) -> Int? {
    programs.firstIndex { $0.hello.instance == instance && $0.label == label }
  }

  private mutating func greet(_ label: String, _ hello: WireRecord.Hello) {
    let again =
      programs.firstIndex { $0.hello.instance == hello.instance }
      ?? programs.firstIndex { $0.label == label && $0.isStarted(again: hello) }
      ?? programs.firstIndex { !$0.isConnected && $0.isStarted(again: hello) }
    if let other = programs.firstIndex(where: { $0.label == label }), other != again {
      // Its name is free for others since it ended.
      programs[other].label = freeLabel(for: programs[other].hello)
    }
    if let again { restart(again, label, hello) } else { add(label, hello) }
  }

  private mutating func restart(_ index: Int, _ label: String, _ hello: WireRecord.Hello) {
    if programs[index].hello.instance != hello.instance {
      programs[index].seen = History(limits)
      programs[index].held = nil
      programs[index].starts += 1
    }
    lastPlace += 1
    programs[index].label = label
    programs[index].hello = hello
    programs[index].isConnected = true
    programs[index].place = lastPlace
  }

  private mutating func add(_ label: String, _ hello: WireRecord.Hello) {
    lastPlace += 1
    programs.append(
      Program(
        serial: lastPlace,
        label: label,
        hello: hello,
        seen: History(limits),
        place: lastPlace
      )
    )
    shrink()
  }

  /// Removes what is too much, of programs that are gone first.
  private mutating func shrink() {
    untilCheck = 1_024
    while programs.count > 1,
      programs.count > Self.maximumPrograms
        || programs.reduce(0, { $0 + $1.history.byteCount }) > maximumBytes
    {
      let oldest = programs.indices.min { left, right in
        (programs[left].isConnected ? 1 : 0, programs[left].place)
          < (programs[right].isConnected ? 1 : 0, programs[right].place)
      }
      if let oldest { programs.remove(at: oldest) }
    }
  }

  /// Returns the program that a call is about: the only one that matches, or that is still there.
  func program(_ choice: ProgramChoice) throws(ToolFailure) -> Program {
    let matching = programs.filter { choice.matches($0.candidate) }
    let connected = matching.filter(\.isConnected)
    if let exact = matching.first(where: { $0.label == choice.app }), matching.count > 1,
      choice.store == nil
    {
      return exact
    }
    if let only = connected.count == 1 ? connected.first : nil { return only }
    guard matching.count < 2 else { throw .severalPrograms(Self.labels(of: matching)) }
    guard let only = matching.first else { throw .noPrograms(Self.labels(of: programs)) }
    return only
  }

  private static func labels(of programs: [Program]) -> [String] {
    programs.prefix(20).map { $0.label.beginning(300) }
  }
}
