/// Returns as few units as fail alone, in their order (delta debugging: Zeller & Hildebrandt, 2002).
///
/// Leaves out half of the units, then quarters, down to single ones, each as long as the rest fails. Calls
/// the function about k · log n times if k of n units are needed.
/// - Parameters:
///   - units: What fails.
///   - fails: Returns whether some of the units fail.
func leavingOut<Unit>(
  _ units: [Unit],
  while fails: ([Unit]) async throws -> Bool
) async rethrows -> [Unit] {
  var units = units
  var size = max(1, units.count / 2)
  while !units.isEmpty {
    let count = units.count
    var first = 0
    while first < units.count {
      var rest = units
      rest.removeSubrange(first..<min(first + size, units.count))
      if try await fails(rest) { units = rest } else { first += size }
    }
    if size == 1, units.count == count { break }
    size = max(1, size / 2)
  }
  return units
}
