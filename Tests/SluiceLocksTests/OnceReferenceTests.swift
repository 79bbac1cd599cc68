import TestSupport
import Testing

@testable import SluiceLocks

@Suite(.inTurn)
struct OnceReferenceTests {
  /// Written before it is shared, and never after.
  private final class Note: @unchecked Sendable {
    // `@unchecked`: see above; thread sanitizer is to see it, too.
    var number = 0
    let witness: Witness

    init(_ number: Int, _ witness: Witness) {
      self.number = number
      self.witness = witness
    }
  }

  private final class Holder: Sendable {
    let once = OnceReference<Note>()
  }

  @Test func `the first value stays, and is released with the reference`() {
    let alive = Shared(2)
    let made = { Note($0, Witness { alive.change { $0 -= 1 } }) }
    do {
      let once = OnceReference<Note>()
      #expect(once.load() == nil)
      #expect(once.storeIfNil(made(1)).number == 1)
      #expect(once.storeIfNil(made(2)).number == 1)
      #expect(alive.value == 1)
      #expect(once.load()?.number == 1)
    }
    #expect(alive.value == 0)
  }

  @Test func `threads that store at once all find the same, whole`() async {
    let wrong = Shared(0)
    for _ in 0..<200 {
      let holder = Holder()
      await Threads.run(3) { index in
        let found = holder.once.load() ?? holder.once.storeIfNil(Note(index + 1, Witness()))
        if found.number == 0 || holder.once.load() !== found { wrong.change { $0 += 1 } }
      }
    }
    #expect(wrong.value == 0)
  }
}
