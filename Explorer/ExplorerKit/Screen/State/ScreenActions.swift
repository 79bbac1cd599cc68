import ExplorerTerminal
import Sluice

/// The terminal has another size.
struct Resized: Action, Equatable {
  let size: GridSize
}

/// Somebody pressed a key.
struct KeyPressed: Action, Equatable {
  let key: KeyPress
}

/// Somebody clicked, or turned the wheel.
struct MouseUsed: Action, Equatable {
  let press: MousePress
}

/// Somebody pasted a text.
struct Pasted: Action, Equatable {
  let text: String
}

extension TerminalInput {
  /// What somebody did; `nil` for what a terminal says by itself.
  var action: (any Action)? {
    switch self {
    case .key(let press): KeyPressed(key: press)
    case .mouse(let press): MouseUsed(press: press)
    case .paste(let text): Pasted(text: text)
    case .refusedPaste, .focus, .reply: nil
    }
  }
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
