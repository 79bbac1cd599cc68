import Foundation
import Sluice
import SluiceMonitor
import SluiceTesting
import TestSupport
import Testing

/// What a program records of itself can be replayed.
@Suite(.inTurn, .throwingFailures)
struct RecordingRoundTripTests {
  @Test func `the recording of a program comes out as it happened`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.session")
    let interceptor = ExplorerInterceptor<Errands>(endpoint: "file:" + path) { $0.isEnabled = true }
    let store = Store(initialState: Errands(titles: ["Bank"]), reducers: [errandsReducer])
    store.register(interceptor: interceptor)
    for title in ["Milk", "Tea", "Cake"] { store.dispatch(action: AddErrand(title: title)) }
    store.dispatch(action: FinishErrand())
    store.dispatch(action: renameErrand(payload: ["A", "B"]))
    store.dispatch(action: clearErrands())
    #expect(interceptor.flush(timeout: patience) == 0)

    let recording = try StoreRecording(
      path,
      accepting: [AddErrand.self, FinishErrand.self],
      templates: [AcceptedTemplate(renameErrand), AcceptedTemplate(clearErrands)]
    )
    #expect(try recording.replay(Errands.self, reducers: [errandsReducer]) == 6)
    #expect(throws: ExpectationFailure.self) {
      try recording.replay(Errands.self, reducers: [])
    }
  }
}
