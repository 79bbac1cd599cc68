import ExplorerTerminal
import Sluice
import SluiceWire

extension ScreenState {
  /// What belongs to no part of the screen alone.
  static let reducer = Reducer<ScreenState>(
    id: "screen",
    ReduceOn(Resized.self) { state, action in state.size = action.size },
    ReduceOn(ShowNotice.self) { state, action in state.notice = action.notice },
    ReduceOn(HideNotice.self) { state, _ in state.notice = nil },
    ReduceOn(ShowOverlay.self) { state, action in state.overlay = action.overlay },
    ReduceOn(Find.self) { state, action in state.searched = action.text },
    ReduceOn(SearchList.self) { state, action in
      let text = VisibleText(action.text)
      state.notice = Notice(text: "Searching for “\(text)”. Any key stops.")
    },
    ReduceOn(ListSearched.self) { state, action in
      guard action.instance == state.watching.chosenInstance else { return }
      guard let number = action.number else {
        state.notice = .missing(action.text)
        return
      }
      state.notice = nil
      state.list.selected = number
    },
    ReduceOn(ProgramAnswered.self) { state, action in
      let number = action.number.map { " (commit \($0))" } ?? ""
      state.notice = Notice(text: "\(action.what)\(number).")
      guard action.instance == state.watching.chosenInstance else { return }
      // What was asked for is at the end.
      state.list.selected = nil
      state.list.pausedAfter = nil
      state.arrangeRows()
    },
    ReduceOn(DispatchRefused.self) { state, action in
      state.notice = Notice(text: action.reason, isProblem: true)
    },
    ReduceOn(Quit.self) { state, _ in state.isEnding = true },
    ReduceOn(Arrived.self) { state, action in
      // Another program's commits have the same numbers.
      if state.watching.take(action.pasts) { state.leaveProgram() }
      state.arrangeRows()
      if let problem = action.problem { state.notice = Notice(text: problem, isProblem: true) }
    },
    // The features have their part of it already.
    ReduceOn(ApplyFilter.self, SearchAdvanced.self, NestCommits.self, PauseList.self) { state, _ in
      state.arrangeRows()
    },
    ReduceOn(ChooseProgram.self) { state, _ in state.leaveProgram() },
    ReduceOn(Compare.self) { state, _ in
      state.detail.isComparing = true
      state.detail.tab = .changes
      state.detail.begin()
    },
    ReduceOn(MarkCommit.self) { state, action in
      if action.number == nil { state.detail.isComparing = false }
    }
  )

  /// Puts the rows of each program in their order.
  mutating func arrangeRows() {
    for index in watching.programs.indices {
      let last = index == watching.chosenIndex ? list.pausedAfter : nil
      watching.programs[index].past.arrangeRows(isNested: list.isNested, through: last)
    }
  }

  private mutating func leaveProgram() {
    list.selected = nil
    list.top = nil
    list.pausedAfter = nil
    list.mark = nil
    detail.isComparing = false
    detail.begin()
    arrangeRows()
  }
}

extension HubEvent {
  /// What went wrong, for people; `nil` if nothing did.
  ///
  /// The effect that has sent a command shows why it was refused.
  var failureText: String? {
    switch self {
    case .problem(let label, let message): label.map { "\($0): \(message)" } ?? message
    case .record(let label, _, .error(let failure)) where failure.reply == nil:
      "\(label): \(failure.message)"
    case .record(let label, _, .diagnostic(let diagnostic)):
      "\(label): \(diagnostic.id): \(diagnostic.cause)"
    default: nil
    }
  }
}
