import SluiceWire

/// The programs that were heard of, and the past of each.
///
/// Bounded: beyond the limits, the programs that have been gone for the longest time go.
struct ToolPast {
  struct Program {
    let label: String
    var hello: WireRecord.Hello
    /// What happened while this was watching.
    fileprivate var seen: History
    /// What the hub holds, where it holds something; then nothing else is kept.
    fileprivate var held: HubPast?
    var isConnected = true
    /// How many programs had this label, one after another.
    var starts = 1
    /// Where it stands among all that connected.
    fileprivate var place: Int

    var history: History { held?.history ?? seen }
    /// Whether more of its past is on its way.
    var isLoading: Bool { held.map { !$0.isUpToDate } ?? false }

    var candidate: ProgramChoice.Candidate {
      ProgramChoice.Candidate(label: label, hello: hello)
    }
  }

  private static let maximumPrograms = 64
  private static let maximumBytes = 1 << 30

  private let choice: ProgramChoice
  private let limits: History.Limits
  /// In the order in which they connected first.
  private(set) var programs: [Program] = []
  private var lastPlace = 0
  /// The number of records until the bytes are counted again.
  private var untilCheck = 0
  /// The request for the programs that the hub knows; `nil` before.
  private var list: Int?

  /// - Parameter choice: Which programs may be asked about.
  init(_ choice: ProgramChoice = ProgramChoice(), _ limits: History.Limits = History.Limits()) {
    self.choice = choice
    self.limits = limits
  }

  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      guard choice.matches(ProgramChoice.Candidate(label: label, hello: hello)) else { return }
      greet(label, hello)
    case .record(let label, let instance, let record):
      guard let index = index(of: instance, label) else { return }
      if programs[index].held == nil { programs[index].seen.take(record) }
      untilCheck -= 1
      if untilCheck < 0 { shrink() }
    case .disconnected(let label, let instance, _):
      guard let index = index(of: instance, label) else { return }
      programs[index].isConnected = false
    case .held(let request, .hello(let hello)) where request == list:
      takeEnded(hello)
    case .problem, .held:
      break
    }
    for index in programs.indices { programs[index].held?.take(event) }
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

  /// Whether everything that others hold has arrived.
  var isUpToDate: Bool { !programs.contains(where: \.isLoading) }

  /// Adds a program that ended before this began to watch.
  private mutating func takeEnded(_ hello: WireRecord.Hello) {
    guard !programs.contains(where: { $0.hello.instance == hello.instance }) else { return }
    // The name under which the log would show it, if it were alone.
    var names = ProgramNames()
    let label = names.take(hello).label
    guard choice.matches(ProgramChoice.Candidate(label: label, hello: hello)),
      !programs.contains(where: { $0.label == label && $0.isConnected })
    else { return }
    greet(label, hello)
    if let index = index(of: hello.instance, label) { programs[index].isConnected = false }
  }

  /// Notes that the source has ended, so that no program is connected any more.
  mutating func end() {
    for index in programs.indices { programs[index].isConnected = false }
  }

  private func index(of instance: String, _ label: String) -> Int? {
    programs.firstIndex { $0.hello.instance == instance && $0.label == label }
  }

  private mutating func greet(_ label: String, _ hello: WireRecord.Hello) {
    lastPlace += 1
    if let index = programs.firstIndex(where: { $0.label == label }) {
      let isSame = programs[index].hello.instance == hello.instance
      programs[index].hello = hello
      programs[index].isConnected = true
      programs[index].place = lastPlace
      if !isSame {
        programs[index].seen = History(limits)
        programs[index].held = nil
        programs[index].starts += 1
      }
      return
    }
    programs.append(
      Program(label: label, hello: hello, seen: History(limits), place: lastPlace)
    )
    shrink()
  }

  /// Removes what is too much, of programs that are gone first.
  private mutating func shrink() {
    untilCheck = 1_024
    while programs.count > 1,
      programs.count > Self.maximumPrograms
        || programs.reduce(0, { $0 + $1.history.byteCount }) > Self.maximumBytes
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
