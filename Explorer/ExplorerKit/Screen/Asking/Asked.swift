import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What the past is asked because of a key: a question whose answer moves the selection, or opens a form.
///
/// It is answered beside the keys, by a feedback that the next key cancels.
struct Asked: Hashable, Sendable {
  enum Question: Hashable, Sendable {
    /// Which commit made a value so.
    case why(StatePath, at: Int)
    /// Which commit changed a value before another one, or after it.
    case change(StatePath, isNext: Bool, from: Int)
    /// Where in the list a text is, from the row of a commit on.
    case inList(String, from: Int, isForward: Bool)
    /// Where in the state after a commit a text is, from a value on.
    case inState(String, after: Int, from: StatePath?, isForward: Bool)
    /// What the last action of a type carried; before the first one, what the program says that it carries.
    case form(type: String, example: Tree?)
  }

  enum Answer: Hashable, Sendable {
    case why(History.Author?)
    /// The commit; `nil` if there is none.
    case change(Int?)
    /// The commit; `nil` if there is none.
    case inList(Int?, hasWrapped: Bool)
    /// The value, and what hides it.
    case inState(Found?)
    case form(DispatchForm)
  }

  /// A value with a text.
  struct Found: Hashable, Sendable {
    let path: StatePath
    let folds: [StateFold]
    let hasWrapped: Bool
  }

  /// Another one for each question, so that asking again begins anew.
  let id: Int
  let question: Question
  /// The program that it is about.
  let instance: String
  /// Whether it takes so long that somebody notices.
  var isDelayed = false
}

// MARK: - The person

extension ScreenState {
  /// Asks the past.
  mutating func ask(_ question: Asked.Question) {
    guard let instance = watching.chosenInstance else { return say(.noCommit) }
    questions += 1
    asked = Asked(id: questions, question: question, instance: instance)
  }

  /// Lets somebody type a text, or looks for one.
  mutating func find(_ text: String?) {
    guard let text else { return begin(Prompt(.find)) }
    searched = text
    find(text, isForward: true)
  }

  /// Looks for a text where the keys are.
  mutating func find(_ text: String, isForward: Bool) {
    guard !text.isEmpty else { return say("Type / and a text first.") }
    switch overlay {
    case .programs(let cursor): return findProgram(text, from: cursor, isForward: isForward)
    case .help: return
    case nil: break
    }
    guard detail.isFocused else {
      guard let cursor = rows.cursor else { return say(.missing(text)) }
      return ask(.inList(text, from: past.row(at: cursor).number, isForward: isForward))
    }
    guard detail.tab == .state, let selected else {
      return findInPane(PaneSearch(text), isForward: isForward)
    }
    ask(.inState(text, after: selected, from: pane.target?.path, isForward: isForward))
  }

  /// What somebody waits for who was not told yet that it takes long.
  enum Awaited: Hashable, Sendable {
    /// An answer, by the question's number.
    case answer(to: Int)
    /// The lines of the pane.
    case pane(generation: Int)
  }

  var awaited: Awaited? {
    if let asked { return asked.isDelayed ? nil : .answer(to: asked.id) }
    return detail.isAwaited ? .pane(generation: detail.generation) : nil
  }

  /// Notes that an answer takes long: keys no longer wait for the pane, and can give up a question.
  mutating func noteDelay(of awaited: Awaited) {
    guard awaited == self.awaited else { return }
    guard let question = asked?.question else {
      detail.isAwaited = false
      return takeTypedAhead()
    }
    asked?.isDelayed = true
    switch question {
    case .inList(let text, _, _), .inState(let text, _, _, _):
      say("Searching for “\(VisibleText(text))”. Any key stops.")
    case .why, .change: say("Looking through the past. Any key stops.")
    case .form: say("Looking for the last action of the type. Esc stops.")
    }
  }

  /// Does what somebody asked for.
  mutating func take(_ answer: Asked.Answer, to asked: Asked) {
    // Another key has been pressed, or another program chosen.
    guard asked.id == self.asked?.id, asked.instance == watching.chosenInstance else { return }
    self.asked = nil
    notice = nil
    switch (asked.question, answer) {
    case (.why(let path, at: let number), .why(let author)): take(author, of: path, at: number)
    case (.change(let path, let isNext, from: let number), .change(let found)):
      let name = path.nameText
      guard let found else {
        let place = isNext ? "after" : "before"
        say("\(name) has no change \(place) commit \(number).")
        break
      }
      go(to: found)
      say("\(name) was changed by commit \(found).")
    case (.inList(let text, _, let isForward), .inList(let found, let hasWrapped)):
      guard let found else {
        say(.missing(text))
        break
      }
      select(row: past.place(of: past.index(of: found)))
      if hasWrapped { say(.wrapped(isForward: isForward)) }
    case (.inState(let text, _, _, let isForward), .inState(let found)):
      guard let found else {
        say(.missing(text))
        break
      }
      detail.reveal(found.folds, found.path)
      if found.hasWrapped { say(.wrapped(isForward: isForward)) }
    case (.form, .form(let form)): self.form = FormEntry(form)
    default: break
    }
    notePaneQuestion()
    takeTypedAhead()
  }

  private mutating func take(_ author: History.Author?, of path: StatePath, at number: Int) {
    let name = path.nameText
    switch author {
    case nil:
      say("\(name) was never there, as far as it is known.", isProblem: true)
    case .commit(let author):
      if author != number { go(to: author) }
      say("\(name) is so because of commit \(author).")
    case .gap(let gap):
      let numbers = gap.numbers
      say(
        "\(name) was changed in commits \(numbers.lowerBound) to \(numbers.upperBound),"
          + " which are missing.",
        isProblem: true
      )
    case .beginning(let first):
      say("\(name) was so from the beginning, in the state after commit \(first).")
    }
  }
}

extension StatePath {
  /// What messages call the value.
  fileprivate var nameText: String {
    VisibleText(isRoot ? "The state" : description).description
  }
}
