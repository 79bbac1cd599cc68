public import Sluice
import SluiceTesting
import SluiceTree

/// The body of a test that takes actions.
public typealias RandomActionsBody =
  @Sendable @isolated(any) (_ actions: [any Action]) async throws -> Void

/// Runs the body of a test with one list of random actions after another.
///
/// ```swift
/// @Test func theStockIsNeverNegative() async throws {
///   try await withRandomActions(of: [Buy.self, Restock.self], from: 42) { actions in
///     try await withTestStore(
///       initialState: Shop(), reducers: [shopReducer], exhaustivity: .off
///     ) { store in
///       store.always("stock is never negative") { $0.stock >= 0 }
///       for action in actions { try await store.send(action) }
///     }
///   }
/// }
/// ```
///
/// An action is made by its type's ``RandomAction/random(using:)``, or is decoded, with values near those of
/// the examples and of the actions before it. A type that has an enum needs an example.
///
/// What fails is shrunk to the fewest actions, with the simplest values, and recorded once, at its statement,
/// with a test that repeats it. Each list is tried in the usual order of what may happen. A body must make all it uses anew, as for
/// ``everyOrder(only:atMost:within:from:filePath:line:_:)``.
///
/// - Parameters:
///   - types: The types of the actions; each is `Decodable` or a ``RandomAction``.
///   - examples: Actions whose values are used, such as those of a recording.
///   - seed: The seed; the same one draws the same actions.
///   - length: The maximum number of actions in a list.
///   - lists: The maximum number of lists.
///   - time: The real time after which no further list is begun.
///   - filePath: The caller's file; a failure of the body as a whole begins with it.
///   - line: The caller's line.
///   - body: The test. Each time it must do the same with the same actions.
/// - Returns: The number of lists.
/// - Throws: What the body throws, or an ``/SluiceTesting/ExpectationFailure``.
@discardableResult
public func withRandomActions(
  of types: [any Action.Type],
  near examples: [any Action] = [],
  from seed: UInt64,
  upTo length: Int = 30,
  atMost lists: Int = 200,
  within time: Duration = .seconds(2),
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: @escaping RandomActionsBody
) async throws -> Int {
  let search = RandomActionSearch(body, SourcePlace(filePath, line))
  var values = RandomValues(seed: seed)
  for example in examples {
    values.learn(Tree(showing: example), of: "\(type(of: example))", asExample: true)
  }
  let start = ContinuousClock.now
  for count in 1...max(1, lists) {
    try Task.checkCancellation()
    var actions: [DrawnAction] = []
    for _ in 0..<Int.random(in: 1...max(1, length), using: &values.generator) {
      if let type = types.randomElement(using: &values.generator) {
        actions.append(try search.draw(type, &values))
      }
    }
    if try await search.finds(actions) { return count }
    if start.duration(to: .now) >= time { return count }
  }
  return lists
}

/// Runs a body with actions, and shrinks those that fail.
private struct RandomActionSearch {
  /// The further lists that are tried to shrink one.
  private static let limit = 1_000

  let body: RandomActionsBody
  let place: SourcePlace

  init(_ body: @escaping RandomActionsBody, _ place: SourcePlace) {
    self.body = body
    self.place = place
  }

  func draw(_ type: any Action.Type, _ values: inout RandomValues) throws -> DrawnAction {
    if let drawn = DrawnAction(type, &values) { return drawn }
    try ExpectationFailure(
      place,
      happened: "No action of the type \(type) can be drawn.",
      [],
      fix:
        "make it Decodable and pass an example with `near:`, or let it conform to `RandomAction`."
    ).end()
  }

  /// Returns whether a list fails; records what does.
  func finds(_ actions: [DrawnAction]) async throws -> Bool {
    let first = await trial(actions)
    guard first.failure != nil else { return false }
    let fewest = await shrink(actions)
    let report = OrderReport(session(fewest), place)
    try await report.fail(await trial(fewest), with: Self.comment(fewest))
    return true
  }

  private func session(_ actions: [DrawnAction]) -> OrderSession {
    let actions = actions.map(\.action)
    return OrderSession { [body] in try await body(actions) }
  }

  private func trial(_ actions: [DrawnAction]) async -> OrderTrial {
    let session = session(actions)
    return await session.watching { await session.run(.following(Order())) }
  }

  private func shrink(_ actions: [DrawnAction]) async -> [DrawnAction] {
    var left = Self.limit
    func fails(_ actions: [DrawnAction]) async -> Bool {
      if left == 0 || Task.isCancelled { return false }
      left -= 1
      return await trial(actions).failure != nil
    }
    var best = await leavingOut(actions, while: fails)
    var candidates = Self.simpler(than: best)[...]
    while let next = candidates.popFirst() {
      guard await fails(next) else { continue }
      best = next
      candidates = Self.simpler(than: best)[...]
    }
    return best
  }

  /// Lists that are simpler in one value: that of one action, or one that stands in several, as ids do.
  private static func simpler(than actions: [DrawnAction]) -> [[DrawnAction]] {
    let values = actions.reduce(into: Set()) { $0.formUnion($1.values) }
    let everywhere = values.sorted { "\($0)" < "\($1)" }.flatMap { value in
      value.simpler.map { simpler in actions.map { $0.replacing(value, by: simpler) } }
    }
    return everywhere
      + actions.indices.flatMap { index in
        actions[index].simpler.map { simpler in
          var changed = actions
          changed[index] = simpler
          return changed
        }
      }
  }

  private static func comment(_ actions: [DrawnAction]) -> String {
    let count = actions.count == 1 ? "one action" : "\(actions.count) actions"
    let lines = actions.map { "      \(SwiftText($0.action)),\n" }.joined()
    return """
      This is with \(count). To repeat it:
        @Test func repeated() async throws {
          let actions: [any Action] = [
      \(lines)    ]
          // Do here what the body does.
          _ = actions
        }
      """
  }
}
