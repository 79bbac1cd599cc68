import Foundation
import Sluice
import SluiceSocket
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceStorage

@Suite(.inTurn) struct DiskTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("settings.json")
  }

  private func saved() -> SavedSettings {
    SavedState(of: \AppState.settings, in: .file(path), as: "settings", version: 1)
  }

  @Test func `a part outlives its program, in a folder that is made`() async throws {
    let deep = folder.url.appending(path: "a b/c/settings.json")
    do {
      let saved = SavedState(of: \AppState.settings, in: .file(deep), as: "settings", version: 1)
      let store = Store(initialState: try saved.restored(into: AppState()), reducers: [reducer])
      store.register(saved: saved)
      store.dispatch(action: SetVolume(volume: 7))
      await store.close()
      #expect(saved.problem == nil)
    }
    #expect(try String(contentsOf: deep, encoding: .utf8) == settingsText(volume: 7))
    let saved = SavedState(of: \AppState.settings, in: .file(deep), as: "settings", version: 1)
    #expect(try saved.restored(into: AppState()).settings.volume == 7)
  }

  @Test func `a link leads to the file, and stays`() async throws {
    try folder.write([], to: "real.json")
    try FileManager.default.removeItem(atPath: folder.path("real.json"))
    try folder.write(settingsText(volume: 6).utf8, to: "real.json")
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: folder.path("real.json")
    )
    let saved = saved()
    let store = Store(initialState: try saved.restored(into: AppState()), reducers: [reducer])
    store.register(saved: saved)
    store.dispatch(action: SetVolume(volume: 7))
    await saved.flush()
    #expect(try folder.text("real.json") == settingsText(volume: 7))
    #expect(folder.names == ["real.json", "real.json.lock", "settings.json"])
  }

  @Test func `the second one is told, and can go on when the first has ended`() async throws {
    var first: SavedSettings? = saved()
    _ = try first?.restored(into: AppState())
    let second = saved()
    let error = try #require(throws: SavedStateError.self) { try second.restored(into: AppState()) }
    #expect(
      "\(error)" == """
        “\(path)” is in use by another process, or by another SavedFile of this one. To fix, end the \
        other process and restore again, or give each a file of its own. Several slices of one file \
        share one SavedFile.
        """
    )
    #expect(throws: error) { try second.setAside() }
    let store = Store(initialState: AppState(), reducers: [reducer])
    let reports = EventLog<StoreDiagnostic>()
    store.onDiagnostic = { reports.append($0) }
    store.register(saved: second)
    store.dispatch(action: SetVolume(volume: 7))
    await second.flush()
    #expect(reports.events.map(\.id) == [.notSaved])
    #expect(folder.names == ["settings.json.lock"])
    withExtendedLifetime(first) {}
    first = nil
    try await store.restore(saved: second)
    store.dispatch(action: SetVolume(volume: 8))
    await second.flush()
    #expect(try folder.text("settings.json") == settingsText(volume: 8))
    #expect(second.problem == nil)
  }

  @Test func `another process that has the file is noticed`() async throws {
    let process = try PipedProcess([path], program: "StorageProbe")
    #expect(try process.output.read(upToCount: 2) == Data("0\n".utf8))
    let error = try #require(throws: SavedStateError.self) {
      try saved().restored(into: AppState())
    }
    #expect(error.reason == .inUse)
    try process.input.close()
    #expect(process.end() == 0)
  }

  @Test func `a file that can't be read is moved aside, whatever it is`() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try folder.write("older".utf8, to: "settings.json.aside-1")
    let saved = saved()
    let error = try #require(throws: SavedStateError.self) { try saved.restored(into: AppState()) }
    #expect(
      error.description.hasPrefix("“\(path)” can't be read: Is a directory. The file is left")
    )
    #expect(try saved.setAside() == path + ".aside-2")
    #expect(try folder.text("settings.json.aside-1") == "older")
    let store = Store(initialState: try saved.restored(into: AppState()), reducers: [reducer])
    store.register(saved: saved)
    store.dispatch(action: SetVolume(volume: 7))
    await saved.flush()
    #expect(try folder.text("settings.json") == settingsText(volume: 7))
  }

  @Test func `a slice is copied aside, byte for byte`() throws {
    let text = "{\"sluice.saved\":1,\"settings\":{\"version\":7,\"value\":0}}"
    try folder.write(text.utf8, to: "settings.json")
    let saved = saved()
    #expect(throws: SavedStateError.self) { try saved.restored(into: AppState()) }
    try saved.setAside()
    #expect(try folder.text("settings.json") == text)
    #expect(try folder.text("settings.json.aside-1") == text)
  }

  @Test func `what can't be moved aside stays, and the system says why`() throws {
    let failures = try FaultySystem.forEachFault(of: [.rename]) { system, fault in
      try folder.write("damaged".utf8, to: "settings.json")
      let place = DiskPlace(path, system.calls)
      try place.claim()
      do {
        _ = try place.setAside(moving: true)
      } catch {
        let reason = try #require(error as? SavedStateError.Failure).reason
        #expect(reason == .notWritten(fault.reason))
        #expect(try folder.text("settings.json") == "damaged")
      }
    }
    #expect(failures > 2)
  }

  @Test func `whatever call of the system fails, the file has the old text or the new one`() throws
  {
    let old = Array(settingsText(volume: 1).utf8)
    let new = Array(settingsText(volume: 2).utf8)
    let failures = try FaultySystem.forEachFault(of: [.open, .write, .sync, .rename, .read]) {
      system,
      fault in
      try folder.write(old, to: "settings.json")
      let place = DiskPlace(path, system.calls)
      var isWritten = false
      do {
        try place.claim()
        _ = try place.read()
        try place.replace(new)
        isWritten = true
      } catch {
        let reason = try #require(error as? SavedStateError.Failure).reason
        #expect(
          [.unreadable(fault.reason), .notWritten(fault.reason)].contains(reason),
          "\(fault)"
        )
      }
      let found = try Array(Data(contentsOf: URL(filePath: path)))
      #expect(found == new || !isWritten && found == old, "\(fault)")
      #expect(isWritten || !fault.isUnnoticed, "\(fault)")
      #expect(folder.names == ["settings.json", "settings.json.lock"], "\(fault)")
      system.mend()
      try place.claim()
      try place.replace(new)
      #expect(try place.read() == new)
    }
    #expect(failures > 20)
  }

  @Test func `a write that ends half way is gone on with`() async throws {
    var calls = SystemCalls.system
    unsafe calls.write = { file, bytes, count in
      unsafe systemWrite(file, bytes, min(count, 7))
    }
    let place = DiskPlace(path, calls)
    try place.replace(Array(settingsText(volume: 2).utf8))
    #expect(try folder.text("settings.json") == settingsText(volume: 2))
  }
}
