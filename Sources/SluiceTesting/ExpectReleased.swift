import Sluice
import SluiceCore

/// Expects that every store that a closure makes is released when the closure ends.
///
/// ```swift
/// try await expectReleased {
///   let screen = SearchScreen(store: makeStore())
///   screen.search("fox")
/// }
/// ```
///
/// A store is released with its last reference: runs, tokens and selections don't retain it, but a
/// closure that is registered with it may, and an object that holds both the store and a token whose
/// closure retains the object. The failure lists what is registered with each store that is left. The
/// page *Lifetimes* says how that happens, and how it is mended.
///
/// Counts stores that are made in the closure's task and in child tasks, not in detached ones.
///
/// - Parameters:
///   - timeout: How long others, such as a run that reads the store, may take to release a store.
///   - filePath: The file of the expectation.
///   - line: The line of the expectation.
///   - body: Makes stores, and uses them.
/// - Throws: Any error the body throws, an ``ExpectationFailure``, or `CancellationError`.
public func expectReleased(
  timeout: Duration = .seconds(1),
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: () async throws -> Void
) async throws {
  let releases = EventLog<Void>()
  let census = StoreCensus { releases.append(()) }
  try await TaskCensus.$current.withValue(census) { try await body() }
  if census.isEmpty { return }
  _ = try await releases.wait(timeout: timeout) { _, _ in census.isEmpty }
  let survivors = census.survivors()
  guard let first = survivors.first else { return }
  let others = survivors.count == 1 ? "" : ", and \(survivors.count - 1) more"
  try ExpectationFailure(
    SourcePlace(filePath, line),
    happened: "The closure ended, but \(first.store)\(others) was not released.",
    survivors.map { Listing("Registered with \($0.store):", $0.holders) },
    fix: """
      capture the store weakly, or `unowned`, in what is registered with it, and let no object hold \
      both the store and a token whose closure retains the object.
      """
  ).report()
}
