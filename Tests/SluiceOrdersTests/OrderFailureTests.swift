import Foundation
import Sluice
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing

/// What a failure says of its order.
@Suite(.inTurn) struct OrderFailureTests {
  @Test func `a failure stands at its statement, and shows both orders side by side`() async throws
  {
    let line = #line + 4
    let body: EveryOrderBody = {
      try await twoFetches { store in
        // What is expected.
        #expect(store.currentState.words == ["slow", "quick"])
      }
    }
    let found = try await issues { try await everyOrder(body) }
    #expect(found.map(\.sourceLocation?.line) == [line])
    let lines = try #require(found.first?.comments.last?.rawValue.split(separator: "\n"))
    #expect(
      lines[0]
        == "This is in the order 0*4.1, and not in the usual one. To repeat it: everyOrder(only: \"0*4.1\")"
    )
    #expect(lines[3].contains("effect#1 #1 begins, for #1 (OrderFailureTests.swift:"))
    let columns = lines.dropFirst().map { line in
      line.split(separator: /[│≠]/).map { cell in
        cell.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
      }.joined(separator: line.contains("≠") ? " ≠ " : " │ ")
    }
    #expect(
      columns == [
        "the usual order                                              the order 0*4.1",
        #"#1 Fetch {word: "slow"} │ #1 Fetch {word: "slow"}"#,
        "effect#1 #1 begins, for #1 │ effect#1 #1 begins, for #1",
        #"#2 Fetch {word: "quick"} │ #2 Fetch {word: "quick"}"#,
        "effect#1 #2 begins, for #2 │ effect#1 #2 begins, for #2",
        #"#3 Fetched {word: "slow"} ≠ #3 Fetched {word: "quick"}"#,
        "effect#1 #1 ends, for #1 │ effect#1 #2 ends, for #2",
        #"#4 Fetched {word: "quick"} │ #4 Fetched {word: "slow"}"#,
        "effect#1 #2 ends, for #2 │ effect#1 #1 ends, for #1",
      ]
    )
  }

  @Test func `a body that fails in the usual order says so`() async throws {
    let found = try await issues { try await everyOrder { #expect(Bool(false)) } }
    #expect(
      found.map { $0.comments.map(\.rawValue) } == [
        ["This is in the usual order of what happens."]
      ]
    )
  }

  @Test func `a known issue of a body is none, and a race may be one of the test`() async throws {
    let tried = try await everyOrder(within: .seconds(3_600)) {
      let word = await twoWords()
      withKnownIssue(isIntermittent: true) { #expect(word == "ab") }
    }
    #expect(tried.areAll)
    await withKnownIssue {
      try await everyOrder(within: .seconds(3_600)) { #expect(await twoWords() == "ab") }
    }
  }

  @Test func `an error that a body throws in an order is recorded with the order`() async throws {
    struct Lost: Error {}
    let body: EveryOrderBody = {
      let words = await twoWords()
      if words == "ba" { throw Lost() }
    }
    let found = try await issues { try await everyOrder(filePath: "/Tests.swift", line: 7, body) }
    #expect(found.count == 1)
    let text = try #require(found.first.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments)" })
    #expect(text.contains("The body threw Lost()."))
    #expect(text.contains("everyOrder(only: \"1\")"))
  }

  @Test func `outside of Swift Testing a failure is thrown, with its order`() async throws {
    // As if there were none.
    let end = await #expect(throws: ExpectationFailure.self) {
      try await FailureReporting.$throwsAlways.withValue(true) {
        _ = try await everyOrder(within: .seconds(3_600)) {
          try await twoFetches { $0.sameEnd(\.words) }
        }
      }
    }
    #expect(end?.description.contains("The end differs from that in the usual order.") == true)
    #expect(end?.description.contains(#"everyOrder(only: "0*4.1")"#) == true)
  }

  @Test func `a body that depends on something else is named, with what differs`() async throws {
    let count = Shared(0)
    let found = try await issues {
      try await everyOrder {
        let tasks = count.change { count in
          count += 1
          return count
        }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0...tasks { group.addTask { await Task.yield() } }
        }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments)" }.joined()
    #expect(text.contains("The body took another course when the order 0 was repeated."))
    #expect(text.contains("At choice 1, 2 things were ready the first time, and 3"))
    #expect(text.contains("Nothing came from outside of the order."))
    #expect(text.contains("no random numbers without a seed"))
  }

  @Test func `a body that something outside of the order continues is told so`() async throws {
    let words = Shared(["a", "b"])
    let found = try await issues {
      try await everyOrder(within: .seconds(3_600)) {
        try await withProgram(Page(), pages) { store in
          store.dispatch(action: Fetched(word: "first"))
          words.change { $0.swapAt(0, 1) }
          let word = words.value[0]
          await Task.detached { store.dispatch(action: Fetched(word: word)) }.value
          if word == "a" { store.dispatch(action: Fetched(word: "last")) }
        }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments.map(\.rawValue))" }
      .joined()
    #expect(text.contains("The body took another course when the order 0 was repeated."))
    #expect(text.contains("After “#1 Fetched "))
    #expect(text.contains("the body was continued from outside of the order."))
    #expect(text.contains("a detached `Task`"))
  }

  @Test func `a body that does the same in another sequence is told so, beside the main actor`()
    async throws
  {
    let isOdd = Shared(false)
    let found = try await issues {
      try await everyOrder(within: .seconds(3_600)) {
        try await withProgram(Page(), pages) { store in
          let isOdd = isOdd.change { isOdd in
            isOdd.toggle()
            return isOdd
          }
          let first = Fetched(word: "first")
          await MainActor.run { store.dispatch(action: isOdd ? first : Fetch(word: "s")) }
          store.dispatch(action: isOdd ? Fetch(word: "s") : first)
        }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments.map(\.rawValue))" }
      .joined()
    #expect(text.contains("The same happened in another sequence, and nothing came from outside"))
    #expect(text.contains("SWIFT_DETERMINISTIC_HASHING=1"))
  }

  @Test func `a course that differs when it is repeated is shown beside the first`() async throws {
    let count = Shared(0)
    let found = try await issues {
      try await everyOrder {
        count.change { $0 += 1 }
        try await withProgram(Page(), pages) { store in
          for _ in 1...count.value { store.dispatch(action: Fetched(word: "once")) }
        }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments.map(\.rawValue))" }
      .joined()
    #expect(text.contains("The body took another course when the order 0 was repeated."))
    #expect(text.contains(/the first time +the second time/))
    #expect(text.contains(#/ {58} ≠ #2 Fetched /#))
  }

  @Test func `choices that can't be made again are named`() async throws {
    let count = Shared(0)
    let found = try await issues {
      try await everyOrder {
        count.change { $0 += 1 }
        let tasks = count.value > 2 ? 1 : 2
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<tasks { group.addTask {} }
        }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments.map(\.rawValue))" }
      .joined()
    #expect(text.contains("The body took another course when the choices 0.1 were made again."))
    #expect(text.contains("Of them, 0 could be made."))
  }

  @Test func `a failure that doesn't come again is named`() async throws {
    let count = Shared(0)
    let found = try await issues {
      try await everyOrder {
        count.change { $0 += 1 }
        _ = await twoWords()
        #expect(count.value != 3)
      }
    }
    #expect(found.count == 1)
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments.map(\.rawValue))" }
      .joined()
    #expect(text.contains("The body failed in the order 0.1, and not when that was repeated: "))
    #expect(text.contains("(count.value → 3) != 3"))
  }

  @Test func `an order that doesn't end is named`() async throws {
    let found = try await issues {
      try await everyOrder { @Sendable () async throws -> Void in
        while true { await Task.yield() }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text == "The body has not ended after 100000 steps.")
    #expect(found.first?.comments.last?.rawValue.hasPrefix("This is in the usual order") == true)
  }

  @Test(.nightly) func `a body that waits for ever is named`() async throws {
    let found = try await issues {
      try await everyOrder {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text.hasPrefix("The body waits, and nothing that it could wait for is under way."))
  }

  @Test(arguments: ["", "x", "1.-2", "1..2", "0*", "1*3", "0*999999999", "0*2*3"])
  func `an order that can't be read is named`(order: String) async throws {
    let found = try await issues { try await everyOrder(only: order) {} }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text == "The order \(order) can't be read.")
  }

  @Test func `an order that doesn't fit the body is named`() async throws {
    let found = try await issues { try await everyOrder(only: "1.0*9.5") { _ = await twoWords() } }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text == "The order 1.0*9.5 doesn't fit the body: of its choices, 1 could be made.")
  }

  @Test func `an end that differs from the usual one is shown`() async throws {
    let line = #line + 3
    let body: EveryOrderBody = {
      try await twoFetches { store in
        store.sameEnd(\.words)
      }
    }
    let found = try await issues { try await everyOrder(body) }
    #expect(found.map(\.sourceLocation?.line) == [line])
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments)" }.joined()
    #expect(text.contains("The end differs from that in the usual order."))
    #expect(text.contains("slow"))
  }

  @Test func `an end that is the same in each order is none`() async throws {
    let tried = try await everyOrder(within: .seconds(3_600)) {
      try await twoFetches { store in
        store.sameEnd(\.words.count)
      }
    }
    #expect(tried.areAll)
  }
}

private struct Page: Sendable { var words: [String] = [] }
private struct Fetch: Action { let word: String }
private struct Fetched: Action { let word: String }

private let pages = Reducer<Page>(ReduceOn(Fetched.self) { $0.words.append($1.word) })

/// Two fetches of which any may answer first.
private func twoFetches(expecting check: (TestStore<Page, Void>) -> Void) async throws {
  let fetch = Effect<Void>.on(Fetch.self) { action, _ in
    await Task.yield()
    return Fetched(word: action.word)
  }
  try await withProgram(
    Page(),
    pages,
    [fetch]
  ) { store in
    store.dispatch(action: Fetch(word: "slow"))
    store.dispatch(action: Fetch(word: "quick"))
    await store.clock.run()
    check(store)
  }
}

/// The letters of two tasks.
private func twoWords() async -> String {
  let letters = Shared("")
  await withTaskGroup(of: Void.self) { group in
    for letter in ["a", "b"] {
      group.addTask { letters.change { $0 += letter } }
    }
  }
  return letters.value
}
