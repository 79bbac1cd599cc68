import SluiceWire

/// A store that is or was watched, as the screen has it.
struct Program: Sendable, Equatable {
  var past: ShownPast
  /// What is known by now, while the list is paused; `nil` if it shows that.
  private(set) var waiting: Past?
  /// Where it was before somebody put an earlier state into it; `nil` if nobody did.
  var home: Home?
  /// What it is asked to leave out, until what is known of it says so; `nil` if nothing is asked.
  private var leavingOut: LeavingOut?

  /// Where a program and somebody at the screen were before travelling.
  struct Home: Hashable, Sendable {
    /// The last commit.
    let number: Int
    let place: ShownPlace
  }

  private struct LeavingOut: Equatable {
    let commits: Set<Int>
    /// The commit that did it; `nil` until that is known.
    var number: Int?
  }

  init(past: ShownPast) {
    self.past = past
  }

  /// What is known by now.
  var latest: Past { waiting ?? past.past }

  var label: String { latest.label }
  var hello: WireRecord.Hello { latest.hello }
  var isConnected: Bool { latest.isConnected }

  /// Whether what is shown stays as it is, however much comes.
  var isPaused: Bool { waiting != nil }

  /// The number of commits that came during the pause.
  var heldBack: Int {
    guard let waiting else { return 0 }
    return waiting.history.entryCount(after: past.history.lastNumber)
  }

  /// The commits whose actions are left out, once all that was asked for is done.
  var leftOut: Set<Int> { leavingOut?.commits ?? latest.tally.omissions.commits }

  /// Notes that it is asked to leave out actions.
  mutating func leaveOut(_ commits: Set<Int>) { leavingOut = LeavingOut(commits: commits) }

  /// Notes how it answered: with a commit, or not.
  mutating func noteLeftOut(_ commits: [Int], committedAs number: Int?) {
    guard leavingOut?.commits == Set(commits) else { return }
    if let number, number > latest.history.lastNumber ?? 0 {
      leavingOut?.number = number
    } else {
      leavingOut = nil
    }
  }

  /// Takes in what is known by now.
  mutating func take(_ new: Past) {
    if let number = leavingOut?.number, number <= new.history.lastNumber ?? 0 { leavingOut = nil }
    if isPaused { waiting = new } else { past.advance(to: new) }
  }

  /// Notes that it is not connected, of which nothing more becomes known.
  mutating func end() {
    if waiting?.isConnected == true { waiting?.end(gone: 0) }
    past.end()
  }

  mutating func pause() { waiting = past.past }

  /// Ends the pause.
  mutating func goOn() {
    guard let waiting else { return }
    self.waiting = nil
    past.advance(to: waiting)
  }
}
