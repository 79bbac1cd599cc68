import SluiceTesting
import Testing

/// Lets tests see failures as they are under XCTest: thrown, and no issues of the tests themselves.
struct ThrowingFailures: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await FailureReporting.$throwsAlways.withValue(true) { try await function() }
  }
}

extension Trait where Self == ThrowingFailures {
  static var throwingFailures: ThrowingFailures { ThrowingFailures() }
}
