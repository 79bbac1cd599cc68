/// The outcome of one row.
struct Outcome {
  let name: String
  var median: Double?
  var minimum: Double?
  /// The counted amount, if it isn't a time.
  var amount: Double?
  var unit: String?
  /// The durations of a paced thread's dispatches.
  var tails: Tails?
  /// The number of dispatches of the other threads in a second.
  var throughput: Double?
  var baseline: String?
  var ratio: Double?
  var goal: Goal?
  /// `nil` without a goal.
  var holds: Bool?
  /// The time that the row took, made and warmed up.
  var seconds: Double?
  /// The reason why there is no figure, or only a partial one.
  var note: String?

  /// The table's text for whether the goal holds.
  var verdict: String { holds.map { $0 ? "yes" : "NO" } ?? "" }
}
