import Sluice
import SluiceTesting
import TestSupport
import Testing

struct StartUpload: Action {
  let fileID: Int
  let parts: Int
}
struct UploadProgressed: Action {
  let fileID: Int
  let fraction: Double
}
struct UploadFinished: Action { let fileID: Int }
struct CancelUpload: Action { let fileID: Int }

struct UploadService: Sendable {
  var sendPart: @Sendable (_ fileID: Int, _ part: Int, RunContext<Void>) async throws -> Void
}

let upload = Effect<UploadService>.on(StartUpload.self) { action, service, context in
  for part in 1...action.parts {
    try await service.sendPart(action.fileID, part, context)
    let fraction = Double(part) / Double(action.parts)
    context.send(UploadProgressed(fileID: action.fileID, fraction: fraction))
  }
  context.send(UploadFinished(fileID: action.fileID))
}
.overlap(.first, by: \.fileID)
.cancelled(by: CancelUpload.self) { cancel, start in cancel.fileID == start.fileID }

@Suite(.inTurn)
struct FileUploadTests {
  @Test func `uploads progress side by side, and one is cancelled`() async {
    let clock = TestClock()
    let service = UploadService { _, _, run in try await run.sleep(for: .seconds(1)) }
    let store = Store(initialState: 0, environment: service, clock: clock)
    let commits = TestInterceptor<Int>()
    store.register(interceptor: commits)
    store.register(effect: upload)
    store.dispatch(action: StartUpload(fileID: 1, parts: 4))
    store.dispatch(action: StartUpload(fileID: 2, parts: 4))
    store.dispatch(action: StartUpload(fileID: 2, parts: 4))
    await clock.advance(by: .seconds(2))
    store.dispatch(action: CancelUpload(fileID: 1))
    await clock.run()
    let progress = commits.actions(ofType: UploadProgressed.self)
    #expect(progress.filter { $0.fileID == 1 }.map(\.fraction) == [0.25, 0.5])
    #expect(progress.filter { $0.fileID == 2 }.map(\.fraction) == [0.25, 0.5, 0.75, 1])
    #expect(commits.actions(ofType: UploadFinished.self).map(\.fileID) == [2])
  }
}
