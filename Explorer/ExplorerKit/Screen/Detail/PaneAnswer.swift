import Sluice

/// The lines of a pane, answered beside the keys.
struct PaneAnswer: Hashable, Sendable {
  /// What was asked.
  let key: PaneQuestion.Key
  /// What people had chosen by then.
  let generation: Int
  var lines: [PaneLine] = []
  /// What stays in view below the lines.
  var axis: [PaneLine] = []
  /// The line of the cursor as long as nobody has moved it.
  var start = 0
  /// What the next answer may use again.
  var made = StatePane.Made()

  static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.generation == other.generation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PaneAnswer {
  /// Answers what the panes are to show, until people choose something else.
  ///
  /// What arrives meanwhile is asked for in the same run, so that the panes follow however fast that is.
  static let answering = Feedback<ScreenState, ScreenEnvironment>(
    for: \.awaitedGenerations,
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
  private var paneQuestions: [PaneQuestion] {
    let selected = selected
    return layout.panes.map { PaneQuestion($0, past, selected, detail, list) }
  }

  /// What the panes are to show and don't yet, each in its turn; `nil` if they do.
  var openPaneQuestion: PaneQuestion? {
    let open = paneQuestions.filter { $0.key != detail[$0.tab].answer?.key }
    return open.first { $0.tab == detail.tab && detail.isAwaited }
      ?? open.first { $0.tab.index > detail.answered.index } ?? open.first
  }

  /// What people had chosen by then; `nil` if the panes show what they are to show.
  fileprivate var awaitedGenerations: [Int]? {
    openPaneQuestion.map { _ in Detail.Tab.allCases.map { detail[$0].generation } }
  }

  /// Notes whether somebody chose something else to see, for which they wait now.
  mutating func notePaneQuestion() {
    for question in paneQuestions {
      let subject = question.subject
      guard detail[question.tab].subject != subject else { continue }
      detail[question.tab].subject = subject
      detail[question.tab].generation += 1
      detail[question.tab].isAwaited = question.key != detail[question.tab].answer?.key
    }
  }

  /// Shows what a pane has to show.
  mutating func take(_ answer: PaneAnswer) {
    let tab = answer.key.tab
    detail[tab].answer = answer
    detail.answered = tab
    // More may have come meanwhile, which is not what they wait for; and they may have come back.
    let isCurrent = paneQuestions.contains { $0.tab == tab && $0.key == answer.key }
    guard answer.generation == detail[tab].generation || isCurrent else { return }
    detail[tab].isAwaited = false
    takeTypedAhead()
  }
}
