import Foundation
import TestSupport

@testable import SluiceStorage

/// A place where the first things done wait for the test, each with a text of its own to read.
final class GatedPlace: SavedPlace {
  private struct State {
    var texts: [String]
    var count = 0
    var current = 0
    var open: Set<Int> = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var text: String?
  }

  private let state: Guarded<State>

  init(_ texts: [String]) { state = Guarded(State(texts: texts)) }

  var path: String { "gated" }
  /// What was written.
  var text: String? { state.withLock { $0.text } }

  /// Has a thing done, of which the first has the number 1.
  func open(_ number: Int) {
    let waiting = state.withLock { state in
      state.open.insert(number)
      return state.waiting.removeValue(forKey: number)
    }
    waiting?.resume()
  }

  func claim() {}

  func read() -> [UInt8]? {
    state.withLock { state in
      let index = state.current - 1
      return (state.texts.indices.contains(index) ? state.texts[index] : state.text).map {
        Array($0.utf8)
      }
    }
  }

  func replace(_ bytes: [UInt8]) {
    state.withLock { $0.text = String(decoding: bytes, as: UTF8.self) }
  }

  func setAside(moving: Bool) -> String { "" }

  func perform(_ work: @escaping @Sendable () -> Bool) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.open.contains(number) || number > state.texts.count { return true }
        state.waiting[number] = continuation
        return false
      }
      if isOpen { continuation.resume() }
    }
    state.withLock { $0.current = number }
    return work()
  }
}
