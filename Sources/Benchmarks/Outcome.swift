/// What came of one row.
struct Outcome {
  let name: String
  var median: Double?
  var minimum: Double?
  /// What was counted, where it is no time.
  var amount: Double?
  var unit: String?
  /// How long the dispatches of a paced thread took.
  var tails: Tails?
  /// How many dispatches a second the threads beside it did.
  var throughput: Double?
  var baseline: String?
  var ratio: Double?
  var goal: Goal?
  /// `nil` without a goal.
  var holds: Bool?
  /// Why there is no figure, or only that of a part.
  var note: String?

  /// How a table says whether the goal holds.
  var verdict: String { holds.map { $0 ? "yes" : "NO" } ?? "" }
}
