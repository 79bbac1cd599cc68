import Sluice
import SluiceTree

/// A value of the state that is shown over time.
struct Pin: Sendable, Hashable {
  /// A value, from a commit on.
  struct Value: Hashable, Sendable {
    let number: Int
    /// `nil` where there was none.
    let tree: Tree?
  }

  /// The maximum number of values to hold; the oldest go.
  private static let maximalValues = 1_024

  let path: StatePath
  private(set) var values: [Value] = []
  /// The number of the last commit that was looked at.
  private var last: Int?

  /// Whether the values that a history had are in it.
  private(set) var isFilled = false

  /// Creates a pin without values.
  init(_ path: StatePath) {
    self.path = path
  }

  /// The pin with the values that a history has, which takes the time of a question.
  func filled(in history: History) -> Pin {
    var pin = self
    pin.advance(in: history)
    pin.isFilled = true
    return pin
  }

  /// Takes in what changed since; if that may be much, it is to be filled beside the keys.
  mutating func follow(_ history: History) {
    if history.entryCount(after: last) > FilterSearch.piece {
      isFilled = false
    } else {
      advance(in: history)
    }
  }

  /// Takes in what changed since.
  private mutating func advance(in history: History) {
    guard let numbers = history.numbers else { return }
    let first = max(last.map { $0 + 1 } ?? .min, numbers.lowerBound)
    // What changed in a gap is known once a state ends it.
    let end = history.missing.map { $0.numbers.lowerBound - 1 } ?? numbers.upperBound
    guard first <= end else { return }
    last = end
    var isChanged = false
    for change in history.changes(of: path, in: first...end) ?? [] {
      let number = change.author.number
      switch change.new {
      case .value(let tree): append(Value(number: number, tree: tree))
      case .missing: append(Value(number: number, tree: nil))
      case .partOf, .unknown: isChanged = true
      }
    }
    // Of a value of which parts changed, the last one is enough.
    if isChanged || values.isEmpty { note(history) }
  }

  mutating func removeAll() { self = Pin(path) }

  private mutating func note(_ history: History) {
    guard let number = history.lastNumber, let tree = history.lastState else { return }
    let resolution = tree.resolve(path.steps)
    append(Value(number: number, tree: resolution.isComplete ? resolution.tree : nil))
  }

  private mutating func append(_ value: Value) {
    guard values.isEmpty || values.last?.tree != value.tree else { return }
    values.append(value)
    if values.count > Self.maximalValues { values.removeFirst(Self.maximalValues / 4) }
  }
}

/// The values that a pin had are known.
struct PinFilled: Action {
  let pin: Pin
  /// The program.
  let instance: String
  /// The history in which they were.
  let beginning: Past.Beginning
}

extension Pin {
  /// A pin that waits for its values.
  struct Wanted: Hashable, Sendable {
    let pin: Pin
    let instance: String
    let beginning: Past.Beginning
    /// Where to look for them; what came since makes no other question.
    let history: History

    static func == (one: Self, other: Self) -> Bool {
      one.pin == other.pin && one.instance == other.instance && one.beginning == other.beginning
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(pin.path)
      hasher.combine(beginning)
    }

    /// Looks for its values, which takes the time of a question.
    func filled() -> PinFilled {
      PinFilled(pin: pin.filled(in: history), instance: instance, beginning: beginning)
    }
  }

  /// Looks for the values of new pins.
  static let filling = Feedback<ScreenState, ScreenEnvironment>(
    for: \.watching.unfilled,
    name: "pin"
  ) { wanted, _, context in
    context.send(wanted.filled())
  }
}
