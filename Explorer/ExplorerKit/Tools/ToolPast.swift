import SluiceWire

/// The programs that were heard of, and the past of each.
///
/// Bounded: beyond the limits, the programs that have been gone for the longest time go.
struct ToolPast {
  struct Program {
    let label: String
    var hello: WireRecord.Hello
    var history: History
    var isConnected = true
    /// How many programs had this label, one after another.
    var starts = 1
    /// Where it stands among all that connected.
    var place: Int

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
      programs[index].history.take(record)
      if programs[index].history.count % 1_024 == 0 { shrink() }
    case .disconnected(let label, let instance, _):
      guard let index = index(of: instance, label) else { return }
      programs[index].isConnected = false
    case .problem:
      break
    }
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
        programs[index].history = History(limits)
        programs[index].starts += 1
      }
      return
    }
    programs.append(
      Program(label: label, hello: hello, history: History(limits), place: lastPlace)
    )
    shrink()
  }

  /// Removes what is too much, of programs that are gone first.
  private mutating func shrink() {
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
