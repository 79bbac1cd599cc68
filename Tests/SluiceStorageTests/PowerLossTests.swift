import Foundation
import Sluice
import SluiceSocket
import TestSupport
import Testing

@testable import SluiceStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is on the disk when the power fails at any moment of writing.
@Suite(.inTurn) struct PowerLossTests {
  @Test func `there is the old part or the new one, and what was flushed`() throws {
    let folder = try TemporaryDirectory()
    let system = LoggingSystem()
    let place = DiskPlace(folder.path("settings.json"), system.calls)
    let texts = (1...3).map { settingsText(volume: 5 * $0) }
    var flushed = [0]
    for text in texts {
      try place.replace(Array(text.utf8))
      flushed.append(system.events.count)
    }
    var states = 0
    for count in 0...system.events.count {
      // The write that is under way, and the last one that has ended.
      let ended = flushed.lastIndex { $0 <= count } ?? 0
      let isUnderWay = !flushed.contains(count)
      let disk = SimulatedDisk(after: system.events[..<count])
      for text in disk.possibleTexts(of: "settings.json") {
        states += 1
        let memory = SavedMemory(text)
        let saved = SavedState(
          of: \AppState.settings,
          in: .memory(memory),
          as: "settings",
          version: 1
        )
        let volume = try? saved.restored(into: AppState(settings: Settings(volume: 0))).settings
          .volume
        #expect(
          volume == 5 * ended || isUnderWay && volume == 5 * (ended + 1),
          "after \(count) calls: \(text ?? "no file")"
        )
      }
    }
    #expect(states > 30)
  }

  @Test func `the simulated disk loses what isn't synced`() {
    typealias Event = LoggingSystem.Event
    let bytes = Array("abc".utf8)
    let unsynced: [Event] = [
      .made("f.unfinished", 1), .wrote(1, bytes), .renamed("f.unfinished", "f"),
    ]
    func texts(_ events: [Event]) -> [String?] {
      SimulatedDisk(after: events[...]).possibleTexts(of: "f")
    }
    #expect(texts(unsynced) == [nil, nil, "", "a", "ab", "abc", "\0\0\0"])
    #expect(texts(unsynced + [.syncedFolder]) == ["", "a", "ab", "abc", "\0\0\0"])
    #expect(texts(unsynced + [.synced(1)]) == [nil, nil, "abc"])
    #expect(texts(unsynced + [.synced(1), .syncedFolder]) == ["abc"])
  }
}

/// The operating system, and the order of what changed its disk.
final class LoggingSystem: Sendable {
  enum Event: Sendable {
    case made(String, Int32)
    case wrote(Int32, [UInt8])
    case synced(Int32)
    case renamed(String, String)
    case syncedFolder
  }

  private struct State {
    var events: [Event] = []
    /// The numbers of the files, by descriptor.
    var files: [Int32: Int32] = [:]
    var lastFile: Int32 = 0
  }

  private let state = Guarded(State())

  var events: [Event] { state.withLock { $0.events } }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Writes are cut into pieces, so that there is something between them.
  var calls: SystemCalls {
    var calls = SystemCalls.system
    let system = calls
    calls.open = { [self] path, flags in
      let number = system.open(path, flags)
      if number < 0 { return number }
      state.withLock { state in
        state.files[number] = nil
        guard flags & O_CREAT != 0 else { return }
        state.lastFile += 1
        state.files[number] = state.lastFile
        state.events.append(.made(Self.name(path), state.lastFile))
      }
      return number
    }
    unsafe calls.write = { [self] file, bytes, count in
      let count = unsafe system.write(file, bytes, min(count, 20))
      if count > 0 {
        let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
        state.withLock { state in
          if let number = state.files[file] { state.events.append(.wrote(number, copy)) }
        }
      }
      return count
    }
    calls.sync = { [self] file in
      let result = system.sync(file)
      state.withLock { state in
        state.events.append(state.files[file].map { .synced($0) } ?? .syncedFolder)
      }
      return result
    }
    calls.rename = { [self] path, new in
      let result = system.rename(path, new)
      state.withLock { $0.events.append(.renamed(Self.name(path), Self.name(new))) }
      return result
    }
    return calls
  }
}

/// A disk that keeps what was synced.
///
/// Of the rest it has written what it liked: of names, those up to any
/// moment; of bytes, those up to any byte, or zeros in their place; names before bytes, too.
struct SimulatedDisk {
  private var files: [Int32: (bytes: [UInt8], synced: Int)] = [:]
  /// The files by name: the synced ones, and after each change since.
  private var folders: [[String: Int32]] = [[:]]

  init(after events: ArraySlice<LoggingSystem.Event>) {
    for event in events {
      var folder = folders.last ?? [:]
      switch event {
      case .made(let name, let file):
        files[file] = ([], 0)
        folder[name] = file
        folders.append(folder)
      case .wrote(let file, let bytes): files[file]?.bytes += bytes
      case .synced(let file):
        let count = files[file]?.bytes.count ?? 0
        files[file]?.synced = count
      case .renamed(let old, let new):
        folder[new] = folder.removeValue(forKey: old)
        folders.append(folder)
      case .syncedFolder: folders = [folder]
      }
    }
  }

  func possibleTexts(of name: String) -> [String?] {
    folders.flatMap { folder -> [String?] in
      guard let file = folder[name].flatMap({ files[$0] }) else { return [nil] }
      let (bytes, synced) = file
      let cut = (synced...bytes.count).map { bytes[..<$0] }
      let zeros = bytes[..<synced] + Array(repeating: 0, count: bytes.count - synced)
      let all = synced < bytes.count ? cut + [zeros[...]] : cut
      return all.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
