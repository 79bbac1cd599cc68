import Sluice
import SluiceTesting
import XCTest

/// The same interceptor under XCTest: failures are thrown, so that they cannot be lost.
final class XCTestUseTests: XCTestCase {
  func testExpectationsPassAndWaitsEnd() async throws {
    let (store, interceptor) = Store<Playlist, Void>.watched()
    async let pause = interceptor.wait(for: Pause.self)
    store.dispatch(action: AddTitle(title: "A"))
    store.dispatch(action: Pause())
    _ = try await pause
    try await interceptor.waitForActions(expectedNumberOfActions: 2)
    try interceptor.expectDispatched(AddTitle(title: "A"))
    try interceptor.expectDispatched(Pause.self)
    try interceptor.expectNothingElse()
  }

  func testAFailedExpectationIsThrown() {
    let (store, interceptor) = Store<Playlist, Void>.watched()
    store.dispatch(action: Pause())
    XCTAssertThrowsError(try interceptor.expectNothingElse()) { error in
      XCTAssertTrue("\(error)".hasPrefix("\(#filePath):\(#line - 1): Nothing else was expected"))
    }
  }
}
