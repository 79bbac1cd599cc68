import ExplorerTerminal
import Sluice

/// The terminal has another size.
struct Resized: Action, Equatable {
  let size: GridSize
}

/// Somebody pressed a key, used the mouse, or pasted a text.
struct InputReceived: Action, Equatable {
  let input: TerminalInput
}

/// Something happened in programs since the last frame.
struct Arrived: Action {
  /// What is known of programs by now, in the order in which they connected first.
  let pasts: [Past]
  /// What went wrong, for people; `nil` if nothing did.
  var problem: String?
  /// When it came, in microseconds since 1970; `nil` if it was recorded.
  var time: Int64?
}

/// A second has passed in which nothing came.
struct Ticked: Action, Equatable {
  /// Microseconds since 1970.
  let time: Int64
}

/// The lines of the pane are known.
struct PaneAnswered: Action {
  let answer: PaneAnswer
}

/// The past has answered what it was asked.
struct PastAnswered: Action {
  let asked: Asked
  let answer: Asked.Answer
}

/// An answer takes so long that somebody notices.
struct AnswerDelayed: Action, Equatable {
  let awaited: ScreenState.Awaited
}

/// What a program or the terminal was to do is done, or can't be.
struct RequestEnded: Action, Equatable {
  let request: ScreenRequest
  let outcome: ScreenRequest.Outcome
}
