import SluiceTesting
import TestSupport
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

/// Where failures are expected that are compared word for word.
let testFile: StaticString = "/Tests.swift"

/// Expects a failure in ``testFile``, word for word.
func expectFailure(
  _ message: String,
  line: Int = 7,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  let failure = await #expect(throws: ExpectationFailure.self, sourceLocation: sourceLocation) {
    try await body()
  }
  #expect(failure?.description == "\(testFile):\(line): \(message)", sourceLocation: sourceLocation)
}

/// Expects a failure whose description contains texts, and returns it.
@discardableResult
func expectFailure(
  containing texts: String...,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async -> String {
  let failure = await #expect(throws: ExpectationFailure.self, sourceLocation: sourceLocation) {
    try await body()
  }
  let description = failure?.description ?? ""
  for text in texts { #expect(description.contains(text), sourceLocation: sourceLocation) }
  return description
}

/// A failure, and what leads to it at line 7 of ``testFile``.
struct FailingCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let message: String
  private let body: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - happened: The first line of the message.
  ///   - lists: Lists of lines, with their headings.
  ///   - fix: What follows “To fix, ”.
  init(
    _ happened: String,
    _ lists: KeyValuePairs<String, [String]>,
    fix: String,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    let listed = lists.flatMap { heading, lines in
      ["\(heading):"] + (lines.isEmpty ? ["nothing"] : lines).map { "  \($0)" }
    }
    testDescription = happened
    message = ([happened] + listed + ["To fix, \(fix)"]).joined(separator: "\n")
    self.body = body
  }

  func expect() async { await expectFailure(message, body) }
}

/// Runs a body that records issues, and returns them, each with its heading.
func knownIssues(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async rethrows -> [(line: Int?, text: String)] {
  let issues = Guarded<[Issue]>([])
  try await withKnownIssue(sourceLocation: sourceLocation) {
    try await body()
  } matching: { issue in
    issues.withLock { $0.append(issue) }
    return true
  }
  return issues.withLock { $0 }.map { issue in
    let lines = [issue.error.map { "\($0)" } ?? "\(issue.kind)"] + issue.comments.map(\.rawValue)
    return (issue.sourceLocation?.line, lines.joined(separator: "\n"))
  }
}
