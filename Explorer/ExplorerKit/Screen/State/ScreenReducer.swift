import ExplorerTerminal
import Sluice
import SluiceWire

extension ScreenState {
  /// What people do, and what is answered.
  ///
  /// Each of the functions behind it stands with the component that it is about.
  static let reducer = Reducer<ScreenState>(
    id: "screen",
    ReduceOn(Resized.self) { state, action in
      state.size = action.size
      state.notePaneQuestion()
    },
    ReduceOn(InputReceived.self) { state, action in state.take(action.input) },
    ReduceOn(PaneAnswered.self) { state, action in state.take(action.answer) },
    ReduceOn(PastAnswered.self) { state, action in state.take(action.answer, to: action.asked) },
    ReduceOn(AnswerDelayed.self) { state, action in state.noteDelay(of: action.awaited) },
    ReduceOn(RequestEnded.self) { state, action in state.take(action.outcome, of: action.request) },
    ReduceOn(Arrived.self) { state, action in
      // Another program's commits have the same numbers.
      if state.watching.take(action.pasts, at: action.time) {
        state.leaveProgram()
        // It was for what the other one showed.
        state.typedAhead = []
      }
      if let problem = action.problem { state.notice = Notice(problem, isProblem: true) }
    },
    ReduceOn(SearchAdvanced.self) { state, action in state.watching.take(action) },
    ReduceOn(FoundMore.self) { state, action in state.take(action.find) }
  )
}

extension Store<ScreenState, ScreenEnvironment> {
  /// Registers all that the screen is made of.
  func registerScreen() {
    register(feature: Watching.feature.lift(.state(\.watching)))
    register(reducer: ScreenState.reducer)
    for feedback in ScreenState.feedbacks { register(feedback: feedback) }
  }
}

extension ScreenState {
  /// What the state asks for, done beside the keys.
  static let feedbacks: [Feedback<ScreenState, ScreenEnvironment>] = [
    PaneAnswer.answering, Asked.answering, ScreenRequest.running, FilterSearch.searching,
    TallyCount.counting, Pin.filling, Find.finding,
  ]

  /// Answers at once what ``feedbacks`` answer beside the keys, but for requests: for pictures and measuring.
  mutating func answerAll() {
    while true {
      if let question = openPaneQuestion {
        take(question.answer(for: detail))
      } else if let asked {
        take(asked.answer(in: past), to: asked)
      } else if var find, !find.isDone {
        find.advance(in: past)
        take(find)
      } else if let program = watching.searched, var search = program.past.search {
        let found = search.advance(in: program.past.history)
        watching.take(
          SearchAdvanced(instance: program.hello.instance, found: found, search: search)
        )
      } else if let wanted = watching.unfilled {
        watching.take(wanted.filled())
      } else {
        break
      }
    }
  }
}
