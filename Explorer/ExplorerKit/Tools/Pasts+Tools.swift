// What the tools ask about.
extension Pasts {
  /// The last run of each program that may be asked about, in the order in which they connected first.
  func programs(_ choice: ProgramChoice) -> [Past] {
    lastRuns.filter { choice.matches($0.candidate) }
  }

  /// Returns the program that a call is about: the only one that matches, or that is still there.
  func program(_ choice: ProgramChoice, among all: ProgramChoice) throws(ToolFailure) -> Past {
    let programs = programs(all)
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

  private static func labels(of programs: [Past]) -> [String] {
    programs.prefix(20).map { $0.label.beginning(300) }
  }
}
