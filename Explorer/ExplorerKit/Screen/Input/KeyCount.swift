/// Digits in front of a key that moves the cursor: how often, or where to.
///
/// 1, 2 and 3 show panes, and begin a number only in front of `G`: `12G` leaves the panes that it has shown meanwhile,
/// and `24j` is four lines of the second pane, as `024j` are twenty-four.
struct KeyCount: Hashable, Sendable {
  /// Further digits are ignored.
  private static let longest = 9

  private(set) var digits = ""
  /// What was shown before the first digit.
  let origin: Detail

  init(from origin: Detail) {
    self.origin = origin
  }

  /// The digits behind the keys of panes.
  private var repeats: Substring { digits.drop { "123".contains($0) } }

  /// Whether further digits show no panes.
  var hasBegun: Bool { !repeats.isEmpty }

  mutating func append(_ digit: Character) {
    if digits.count < Self.longest { digits.append(digit) }
  }

  /// Returns a movement repeated, or one to the line of the number; `nil` if the digits don't count.
  func applied(to motion: Motion) -> Motion? {
    switch motion {
    case .lines(let step): Int(repeats).map { .lines(step * max($0, 1)) }
    case .pages(let step): Int(repeats).map { .pages(step * max($0, 1)) }
    case .first: hasBegun ? Int(digits).map { .line($0) } : nil
    case .last, .line: hasBegun || digits.count > 1 ? Int(digits).map { .line($0) } : nil
    }
  }
}

extension ScreenState {
  /// Moves as often or as far as the digits in front of the key say.
  mutating func move(_ motion: Motion, after count: KeyCount?) {
    guard let count, let counted = count.applied(to: motion) else { return move(motion) }
    if case .line = counted {
      detail.tab = count.origin.tab
      detail.isFocused = count.origin.isFocused
      detail.isComparing = count.origin.isComparing
    }
    move(counted)
  }
}
