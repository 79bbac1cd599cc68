import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What the past is asked because of a key: a question whose answer moves the selection, or helps to type.
///
/// It is answered beside the keys, by a feedback that the next key cancels.
struct Asked: Hashable, Sendable {
  enum Question: Hashable, Sendable {
    /// Which commit made a value so.
    case why(StatePath, at: Int)
    /// Which commit changed a value before another one, or after it.
    case change(StatePath, isNext: Bool, from: Int)
    /// Where in the state after a commit a text is.
    case inState(String, after: Int)
    /// What the last action of a type carried; before the first one, what the program says that it carries.
    case example(type: String, Tree?)
  }

  enum Answer: Hashable, Sendable {
    case why(History.Author?)
    /// The commit; `nil` if there is none.
    case change(Int?)
    case inState([Find.Value])
    case example(WireRecord.Action)
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

  /// What somebody waits for who was not told yet that it takes long.
  enum Awaited: Hashable, Sendable {
    /// An answer, by the question's number.
    case answer(to: Int)
    /// A place in the list with a text.
    case place(Int)
    /// The lines of the pane.
    case pane(generation: Int)
  }

  var awaited: Awaited? {
    if let asked { return asked.isDelayed ? nil : .answer(to: asked.id) }
    if let find, find.awaited != nil { return find.isDelayed ? nil : .place(find.id) }
    return detail.isAwaited ? .pane(generation: detail.generation) : nil
  }

  /// Notes that an answer takes long: keys no longer wait for the pane, and can give up a question.
  mutating func noteDelay(of awaited: Awaited) {
    guard awaited == self.awaited else { return }
    switch awaited {
    case .pane:
      detail.isAwaited = false
      takeTypedAhead()
    case .place:
      find?.isDelayed = true
      if prompt == nil { say("Searching for “\(VisibleText(searched))”. Any key stops.") }
    case .answer:
      asked?.isDelayed = true
      say("Looking through the past. Any key stops.")
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
    case (.inState(let text, _), .inState(let values)):
      find?.values = values
      showValue(at: 0)
      if values.isEmpty, prompt == nil { say(.missing(text)) }
    case (.example, .example(let action)): begin(Prompt(editing: action))
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
        "\(name) was changed in commits \(numbers.lowerBound) to \(numbers.upperBound), which are missing.",
        isProblem: true
      )
    case .beginning(let first):
      say("\(name) was so from the beginning, in the state after commit \(first).")
    }
  }
}

extension StatePath {
  /// What messages call the value.
  var nameText: String { VisibleText(isRoot ? "The state" : description).description }
}
