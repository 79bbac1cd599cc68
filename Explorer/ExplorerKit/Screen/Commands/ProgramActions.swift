import Sluice
import SluiceWire

/// Dispatches an action in a program.
struct DispatchInProgram: Action, Equatable {
  let action: WireRecord.Action
  let instance: String
}

/// A program has not dispatched an action.
struct DispatchRefused: Action, Equatable {
  let reason: String
}

/// Puts the state after a commit into a program.
struct Travel: Action, Equatable {
  let number: Int
  let instance: String
}

/// Puts the state back that a program had before it travelled.
struct TravelBack: Action, Equatable {
  let number: Int
  let instance: String
}

/// Lets a program reduce its actions again without those of some commits.
struct Skip: Action, Equatable {
  /// The commit that is left out, or taken back in.
  let number: Int
  /// All that are to be left out.
  let commits: [Int]
  let instance: String
}

/// A program has done what it was asked for, as a commit.
struct ProgramAnswered: Action, Equatable {
  /// How the answer changes the commit to which ``TravelBack`` leads.
  enum Home: Hashable, Sendable {
    case unchanged
    /// The program left the state after a commit, unless it had left an earlier one before.
    case left(Int)
    /// The program has the state again that it left.
    case reached
  }

  /// For people: what was asked for.
  let what: String
  /// The number of the commit.
  let number: Int?
  /// The instance of the program.
  let instance: String
  var home = Home.unchanged
}

/// Puts a text where the person at the terminal can paste it from.
struct CopyText: Action, Equatable {
  let text: String
  /// For people.
  let what: String
}

/// Writes what the list shows to a new session file.
struct SaveSession: Action, Equatable {
  let path: String
}

/// Opens a place of the program's source.
struct OpenSource: Action, Equatable {
  let file: String
  let line: Int
}
