import Sluice
import Synchronization

/// What the screen's own store reports, which would spoil the terminal: said when the screen has left it.
final class HeldRemarks: Sendable {
  private let texts = Mutex<[String]>([])

  /// Holds a diagnostic; a store reports each kind once.
  func add(_ diagnostic: StoreDiagnostic) { texts.withLock { $0.append("\(diagnostic)") } }

  func release() {
    let all = texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
    for text in all { Remark.write(text) }
  }
}
