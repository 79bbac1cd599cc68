import SluiceWire

/// The diagnostics that a store has reported, as far as they are known.
///
/// Bounded: the ones with the lowest numbers go. Whoever sends one again replaces it.
struct DiagnosticList: Sendable {
  /// The maximum number.
  static let maximum = 500
  /// The maximum number of Unicode scalars of a text.
  private static let longestText = 4_000

  /// In the order in which they were first reported.
  private(set) var entries: [WireRecord.Diagnostic] = []

  /// How often something was reported.
  var count: Int { entries.reduce(0) { WireNumber.sum($0, max($1.count, 1)) } }

  /// Whether it has a diagnostic, with as many reports.
  func contains(_ diagnostic: WireRecord.Diagnostic) -> Bool {
    place(of: diagnostic.number).map { entries[$0] == Self.bounded(diagnostic) } ?? false
  }

  /// Takes in a diagnostic, in place of the one with the same number.
  mutating func take(_ diagnostic: WireRecord.Diagnostic) {
    let place = place(of: diagnostic.number)
    if let place, entries[place].number == diagnostic.number {
      entries[place] = Self.bounded(diagnostic)
      return
    }
    entries.insert(Self.bounded(diagnostic), at: place.map { $0 + 1 } ?? 0)
    if entries.count > Self.maximum { entries.removeFirst() }
  }

  /// Returns the place of the last entry whose number isn't larger.
  private func place(of number: Int) -> Int? { entries.lastIndex { $0.number <= number } }

  private static func bounded(_ diagnostic: WireRecord.Diagnostic) -> WireRecord.Diagnostic {
    var diagnostic = diagnostic
    diagnostic.id = diagnostic.id.beginning(longestText)
    diagnostic.cause = diagnostic.cause.beginning(longestText)
    diagnostic.cure = diagnostic.cure.beginning(longestText)
    diagnostic.effect = diagnostic.effect?.beginning(longestText)
    diagnostic.position = diagnostic.position?.beginning(longestText)
    return diagnostic
  }
}
