import Sluice
import SluiceLocks
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing

/// How orders are tried.
@Suite(.inTurn) struct EveryOrderTests {
  @Test func `all orders of few steps are tried, each once`() async throws {
    let seen = Shared<[String]>([])
    let tried = try await everyOrder(within: .seconds(3_600)) {
      let letters = Shared("")
      await withTaskGroup(of: Void.self) { group in
        for letter in ["a", "b"] {
          group.addTask {
            letters.change { $0 += letter }
            await Task.yield()
            letters.change { $0 += letter.uppercased() }
          }
        }
      }
      let word = letters.value
      seen.change { $0.append(word) }
    }
    #expect(tried.areAll)
    #expect(Set(seen.value) == ["abAB", "abBA", "aAbB", "baAB", "baBA", "bBaA"])
    #expect(tried.description == "all \(tried.count) orders")
  }

  @Test func `many orders are tried up to the limit`() async throws {
    let words = Shared<Set<[Int]>>([])
    let tried = try await everyOrder(atMost: 60, within: .seconds(3_600)) {
      let steps = Shared<[Int]>([])
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<5 {
          group.addTask {
            for _ in 0..<5 {
              await Task.yield()
              steps.change { $0.append(task) }
            }
          }
        }
      }
      let word = steps.value
      words.change { _ = $0.insert(word) }
    }
    #expect(!tried.areAll)
    #expect(tried.count == 60)
    #expect(tried.description == "60 of more orders")
    #expect(words.value.count > 40)
  }

  @Test
  func
    `sleepers of one instant wake in any order, and the second one before the work of the first`()
    async throws
  {
    let seen = Shared<Set<String>>([])
    let tried = try await everyOrder(within: .seconds(3_600)) {
      let clock = TestClock()
      let letters = Shared("")
      await withTaskGroup(of: Void.self) { group in
        for letter in ["a", "b"] {
          group.addTask {
            try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
            letters.change { $0 += letter }
            await Task.yield()
            letters.change { $0 += letter.uppercased() }
          }
        }
        await clock.run()
      }
      let word = letters.value
      seen.change { _ = $0.insert(word) }
    }
    #expect(tried.areAll)
    #expect(seen.value == ["abAB", "abBA", "aAbB", "baAB", "baBA", "bBaA"])
  }

  private struct Start: Action {}
  private struct Stop: Action {}
  private struct Letter: Action { let letter: String }

  @Test func `a cancellation comes before what a run sends, or after it`() async throws {
    let seen = Shared<Set<String>>([])
    let spell = Effect<Void>.on(Start.self).run { _, _, context in
      for letter in ["a", "b"] {
        await Task.yield()
        context.send(Letter(letter: letter))
      }
    }
    .cancelled(by: Stop.self)
    let tried = try await everyOrder(within: .seconds(3_600)) {
      try await withProgram("", Reducer(ReduceOn(Letter.self) { $0 += $1.letter }), [spell]) {
        store in
        store.dispatch(action: Start())
        await Task.yield()
        store.dispatch(action: Stop())
        await store.clock.run()
        let word = store.currentState
        seen.change { _ = $0.insert(word) }
      }
    }
    #expect(tried.areAll)
    #expect(seen.value == ["", "a", "ab"])
  }

  @Test func `a stay on the main actor is a step`() async throws {
    let seen = Shared<Set<String>>([])
    let tried = try await everyOrder(within: .seconds(3_600)) {
      let letters = Shared("")
      await withTaskGroup(of: Void.self) { group in
        for letter in ["a", "b"] {
          group.addTask {
            await MainActor.run {
              letters.change { $0 += letter }
              letters.change { $0 += letter.uppercased() }
            }
          }
        }
      }
      let word = letters.value
      seen.change { _ = $0.insert(word) }
    }
    #expect(tried.areAll)
    #expect(seen.value == ["aAbB", "bBaA"])
  }

  @Test func `a body that starts on the main actor is repeatable`() async throws {
    let tried = try await everyOrder(within: .seconds(3_600)) { @MainActor in
      let clock = TestClock()
      let letters = Shared("")
      async let a: Void = append("a", to: letters)
      async let b: Void = append("b", to: letters)
      _ = await (a, b)
      await clock.run()
    }
    #expect(tried.areAll)
  }

  @Test func `a test that is within another one runs as a part of it`() async throws {
    let count = Shared(0)
    let tried = try await everyOrder {
      let inner = try await everyOrder { count.change { $0 += 1 } }
      #expect(inner.count == 1)
    }
    #expect(tried.count == 1)
    #expect(count.value == 2, "The usual order is tried twice.")
  }

  @Test func `orders end when the time is up`() async throws {
    let tried = try await everyOrder(within: .zero) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await Task.yield() } }
      }
    }
    #expect(tried.count == 1)
    #expect(!tried.areAll)
  }
}

private func append(_ letter: String, to letters: Shared<String>) async {
  letters.change { $0 += letter }
  await Task.yield()
  letters.change { $0 += letter.uppercased() }
}
