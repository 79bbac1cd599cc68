import Testing
import XCTest

struct SwiftTestingFailures {
  @Test(arguments: failures) func fails(_ failure: Failure) async throws {
    try await failure.body()
  }
}

final class XCTestFailures: XCTestCase {
  func testFailures() async {
    for failure in failures {
      do { try await failure.body() } catch { XCTFail("\(error)") }
    }
  }
}
