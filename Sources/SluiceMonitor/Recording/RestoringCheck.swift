import SluiceTree

/// Finds out whether a program could start again from what is recorded, now and then.
///
/// Decodes the last state as the next start of the program will, which takes about as long as reading
/// it: at the beginning, then in a hundredth of the time, and at the end.
struct RestoringCheck {
  private var checkedNumber: Int?
  private var due: ContinuousClock.Instant?
  private var reasons: Set<String> = []
  /// The number of reasons after which no other is searched for.
  private static let maximumReasons = 8

  /// Returns why the last state can't be decoded, once for each reason; `nil` if it can, or needn't be
  /// checked.
  mutating func reason(
    for maker: RecordMaker,
    isLast: Bool,
    now: () -> ContinuousClock.Instant
  ) -> String? {
    guard let number = maker.lastNumber, number != checkedNumber,
      reasons.count < Self.maximumReasons
    else { return nil }
    let start = now()
    guard isLast || due.map({ $0 <= start }) ?? true else { return nil }
    checkedNumber = number
    let reason = maker.reasonNotToDecode()
    let end = now()
    due = max(start + .seconds(1), end + start.duration(to: end) * 100)
    return reason.flatMap { reasons.insert($0).inserted ? $0 : nil }
  }
}
