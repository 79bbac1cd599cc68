import Sluice

/// The lines of a pane, answered beside the keys.
struct PaneAnswer: Hashable, Sendable {
  /// What was asked.
  let key: PaneQuestion.Key
  /// What people had chosen by then.
  let generation: Int
  let lines: [PaneLine]
  /// What the next answer may use again.
  let made: StatePane.Made

  static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.generation == other.generation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PaneAnswer {
  /// Answers what the pane is to show, until people choose something else.
  ///
  /// What arrives meanwhile is asked for in the same run, so that the pane follows however fast that is.
  static let answering = Feedback<ScreenState, ScreenEnvironment>(
    whenSome: \.awaitedGeneration,
    name: "pane"
  ) { _, _, context in
    while !Task.isCancelled {
      let state = context.state
      guard let question = state.openPaneQuestion else { return }
      context.send(PaneAnswered(answer: question.answer(for: state.detail)))
    }
  }
}

extension ScreenState {
  /// What the pane is to show and doesn't yet; `nil` if it does.
  var openPaneQuestion: PaneQuestion? {
    let question = ScreenSelectors.question.value(in: self)
    return question.key == detail.answer?.key ? nil : question
  }

  /// What people had chosen by then; `nil` if the pane shows what it is to show.
  fileprivate var awaitedGeneration: Int? { openPaneQuestion.map { _ in detail.generation } }

  /// Notes whether somebody chose something else to see, for which they wait now.
  mutating func notePaneQuestion() {
    let subject = ScreenSelectors.question.value(in: self).subject
    guard detail.subject != subject else { return }
    detail.subject = subject
    detail.generation += 1
    detail.isAwaited = openPaneQuestion != nil
  }

  /// Shows what the pane has to show.
  mutating func take(_ answer: PaneAnswer) {
    detail.answer = answer
    // More may have come meanwhile, which is not what they wait for; and they may have come back.
    guard answer.generation == detail.generation || openPaneQuestion == nil else { return }
    detail.isAwaited = false
    takeTypedAhead()
  }
}
