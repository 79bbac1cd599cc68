public import Sluice

/// The error that a dependency throws if a test doesn't expect it to be called.
///
/// ```swift
/// extension Client {
///   static let unimplemented = Client(
///     search: { _ in throw Unimplemented("client.search") },
///     log: { _ in SluiceTesting.unimplemented("client.log") }
///   )
/// }
/// ```
///
/// An effect that calls it fails the test at the next expectation, not exhaustively too, with the
/// member's name: no `.catch` and no `.retry` of the effect is given the error. A `catch` in the
/// effect's own closure is; where there is one, call ``unimplemented(_:placeholder:filePath:line:)``.
///
/// In a store that isn't a test's, it is a failure of the effect (`onEffectFailure`). If that has no
/// handler, it is an issue under Swift Testing, and is printed to standard error elsewhere, in release
/// builds too.
public struct Unimplemented: UnrecoverableError, CustomStringConvertible {
  /// The name of what was called.
  public let member: String
  private let place: SourcePlace

  /// Creates an error that names what was called.
  ///
  /// - Parameters:
  ///   - member: The name, such as `"client.search"`.
  ///   - filePath: The caller's file, for a report that stands at no expectation.
  ///   - line: The caller's line.
  public init(_ member: String, filePath: StaticString = #filePath, line: UInt = #line) {
    self.member = member
    place = SourcePlace(filePath, line)
  }

  /// A sentence with the member's name.
  public var description: String { "\(member) was called, and isn't implemented." }

  /// The rest of a sentence that begins with “To fix, …”.
  var advice: String {
    "implement \(member) in the test's environment, or let nothing call it."
  }

  package func reportUnhandled() {
    ExpectationFailure(place, happened: description, [], fix: advice).note()
  }
}

/// Fails the test because a dependency was called that it doesn't expect to be, and returns a value.
///
/// For closures that don't throw, or whose errors an effect handles itself; otherwise throw an
/// ``Unimplemented``. Fails the test as that does, and lets the effect continue.
///
/// ```swift
/// Client(names: { SluiceTesting.unimplemented("client.names", placeholder: []) })
/// ```
///
/// Called outside of an effect's run, it is an issue under Swift Testing, at its own line, and is
/// printed to standard error elsewhere.
///
/// - Parameters:
///   - member: The name of what was called, such as `"client.names"`.
///   - placeholder: The value to return.
///   - filePath: The caller's file.
///   - line: The caller's line.
public func unimplemented<Value>(
  _ member: String,
  placeholder: Value = (),
  filePath: StaticString = #filePath,
  line: UInt = #line
) -> Value {
  let error = Unimplemented(member, filePath: filePath, line: line)
  if !TaskRun.report(error) { error.reportUnhandled() }
  return placeholder
}

extension EffectFailure {
  /// What a test says if the effect called what isn't implemented.
  var unimplementedCall: (happened: String, fix: String)? {
    guard let error = error as? Unimplemented else { return nil }
    return ("\(run.name) called \(error.member), which isn't implemented.", error.advice)
  }
}
