import SluiceWire

// Which past a question is about.
extension Pasts {
  /// The last run of each program, in the order in which they connected first.
  var lastRuns: [Past] {
    let all = all
    return all.filter { past in !all.contains(where: past.isFollowed) }
  }

  /// Returns the only program that is chosen: one that is called so, one that is connected, or else one that has ended; `nil` if there is
  /// none.
  ///
  /// - Throws: An error if several match.
  func choose(_ choice: ProgramChoice) throws(CommandFailure) -> Past? {
    let runs = lastRuns
    if let exact = choice.exact(among: runs.map(\.candidate)) { return self[exact.hello.instance] }
    let connected = runs.filter(\.isConnected)
    if let chosen = try choice.choose(among: connected.map(\.candidate)) {
      return self[chosen.hello.instance]
    }
    let ended = runs.filter { !$0.isConnected }
    return try choice.choose(among: ended.map(\.candidate)).flatMap { self[$0.hello.instance] }
  }
}
