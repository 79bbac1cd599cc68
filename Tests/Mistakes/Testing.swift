// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice
import SluiceTesting

func wrongTicks() {
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: cannot convert value of type 'Int' to expected argument type 'Duration'
    for await _ in context.ticks(every: 10) { context.send(Load()) }
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: for-in loop requires 'some Sendable & AsyncSequence<Int, Never>' to conform to 'Sequence'
    for _ in context.ticks(every: .seconds(1)) { context.send(Load()) }
  }
}

func noPlaceholder() {
  // error: cannot convert value of type '()' to closure result type '[String]'
  let search: @Sendable (String) async throws -> [String] = { _ in unimplemented("api.search") }
  _ = search
}

func anUnimplementedThatIsNotThrown() {
  // error: cannot convert value of type 'Unimplemented' to closure result type '[String]'
  let search: @Sendable (String) async throws -> [String] = { _ in Unimplemented("api.search") }
  _ = search
}

func partOfATest(_ store: TestStore<AppState, Void>) async throws {
  // error: expression is 'async' but is not marked with 'await'
  try store.withExhaustivity(.off) { try await store.send(Load()) }
  // error: cannot assign value of type 'Bool' to type 'RunBeginning'
  store.beginsRuns = true
}
