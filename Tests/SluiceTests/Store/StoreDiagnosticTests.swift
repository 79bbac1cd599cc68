import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct StoreDiagnosticTests {
  /// What each problem says, word for word.
  static let texts: [(StoreDiagnostic, String)] = [
    (
      .actionLoop(
        [
          StoreDiagnostic.LoopStep(
            Increment.self,
            by: "the subscriber at Shop/Cart.swift:12",
            at: "Shop/Cart.swift:13"
          ),
          StoreDiagnostic.LoopStep(Touch.self, by: nil, at: "Shop/main.swift:4"),
        ],
        length: 1_000
      ),
      """
      Actions lead to one another without end: Increment (by the subscriber at Shop/Cart.swift:12, \
      dispatched at Shop/Cart.swift:13) → Touch (dispatched at Shop/main.swift:4) → … (1000 steps so \
      far, the last 100 in less than a second). The store continues. To fix, make the subscriber at \
      Shop/Cart.swift:12 stop when nothing is left to do.
      """
    ),
    (
      .longQueue(count: 10_000),
      """
      10000 commits await delivery, and each uses memory. To fix, make the slowest subscriber, \
      interceptor or synchronous effect faster, or move its work to a task.
      """
    ),
    (
      .longWait(for: "the subscriber at Shop/Cart.swift:12", took: .milliseconds(1_250)),
      """
      Dispatches wait the maximum time for their turn, and are delivered later: notifying the \
      subscriber at Shop/Cart.swift:12 took at least 1.25 seconds. To fix, make the subscriber at \
      Shop/Cart.swift:12 faster, or move its work to a task.
      """
    ),
    (
      .lateSend(run: EffectRunID(effect: "Todos.fetch", number: 2), position: "Todos.swift:9"),
      """
      Run 2 of Todos.fetch had ended when Todos.swift:9 sent an action: it was dropped. To fix, \
      let the effect's closure wait for what it starts (with `await`, or in a task group), or dispatch \
      on the store.
      """
    ),
    (
      .unreadEffects(["fetch", "save"], of: "TodosEffects"),
      """
      TodosEffects has lazy effects that were never read: fetch, save. They were not registered, \
      because a lazy property has no value before it is read. To fix, declare them with `let`, read \
      them before registering, or list them in `enabledEffects`.
      """
    ),
    (
      .triggersWithoutVerb(["load (Shop/Effects.swift:9)"], of: "ShopEffects"),
      """
      ShopEffects has triggers without a verb: load (Shop/Effects.swift:9). They are not effects: \
      their actions start nothing. To fix, say what their actions lead to: `.answer { … }`, \
      `.answers { … }`, `.run { … }`, `.map { … }` or `.flatMap { … }`.
      """
    ),
    (
      .closed(Increment.self, position: "Shop/main.swift:12", effect: nil),
      """
      Increment was dispatched at Shop/main.swift:12 after the store was closed: it was dropped. To fix, \
      stop dispatching before you close the store. An effect for which the store is to wait sends with \
      its context.
      """
    ),
    (
      .unfinishedEffects(["Files.save", "Files.upload"], after: .seconds(5)),
      """
      Files.save, Files.upload had not ended within 5.0 seconds when the store was closed: the runs \
      were cancelled. To fix, let them end earlier, or give `close(within:)` more time. A run that \
      itself waits for `close(within:)` can't end before.
      """
    ),
    (
      .missingElement(id: "7", of: "Todo", action: "Toggle"),
      """
      No Todo has the id 7, for which Toggle was dispatched: nothing changed. To fix, cancel an \
      element's effects when it is removed. If an answer may come late, ignore this.
      """
    ),
    (
      .elementPresent(id: "7", of: "Todo", action: Touch.self),
      """
      A reducer appended the Todo with the id 7 for Touch, but there already is one: nothing was added. \
      To fix, give it another id, or replace the existing one with `upsert`. If one may exist, ask \
      `contains(id:)` first.
      """
    ),
    (
      .brokenInvariant(
        "stock is never negative",
        action: "Buy {count: 2}",
        commit: 3,
        position: "Shop/Stock.swift:12"
      ),
      """
      The invariant “stock is never negative” (Shop/Stock.swift:12) doesn't hold after commit 3, \
      Buy {count: 2}. To fix, correct the reducer that changed the state, or state another invariant.
      """
    ),
    (
      .tokenDropped(subscriber: "the subscriber at Shop/Cart.swift:12"),
      """
      The token of the subscriber at Shop/Cart.swift:12 was released at once, which ended the \
      subscription. To fix, keep the token as long as the subscriber is to be called: in a property, or \
      with `store(in:)`. For the current value alone, read it from the store.
      """
    ),
    (
      .unstableProjector(name: "first", position: "Shop/Cart.swift:12", difference: "~ : 1 → 2"),
      """
      The projector of first at Shop/Cart.swift:12 gave unequal results for equal inputs (~ : 1 → 2), \
      so that its subscribers are notified of changes that didn't happen. To fix, compute the value \
      from the inputs only. Put dates, random numbers and new objects into the state, with an action.
      """
    ),
    (
      .unstableReducer(name: "cart", action: "Add(1)", difference: "~ last: 1 → 2"),
      """
      The reducer cart made different states of the same state and Add(1) (~ last: 1 → 2), so \
      that no replay or test can rely on it. To fix, take dates, random numbers and new ids from the \
      action, which gets them where it is dispatched, or from a `Preparation`.
      """
    ),
  ]

  @Test(arguments: texts)
  func `a diagnostic says what is wrong, then what to do`(diagnostic: StoreDiagnostic, text: String)
  {
    #expect("\(diagnostic)" == text)
    #expect("\(diagnostic.cause) \(diagnostic.cure)" == text)
    #expect(diagnostic.cure.hasPrefix("To fix, "))
  }

  /// What must not change between versions, since people silence and search for it.
  static let ids = """
    action-loop long-queue long-wait lost-actions late-send waits-for-itself started-by-own-action long-work \
    unread-effects foreign-effects triggers-without-verb no-effects replaced-effects \
    registered-twice unknown-cancel-id feature-id-taken not-liftable registered-elsewhere \
    uncalled-method missed-old-state dispatch-in-projector unhandled-action no-reducers \
    unhandled-inside closed unfinished-effects token-dropped slow-comparison missing-element \
    element-present broken-invariant absent-part unstable-projector unstable-reducer explorer-off \
    recording-not-restorable recording-slow recording-lost recording-not-written \
    recording-unwritten recording-limit-raised recording-begun-anew not-saved
    """

  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// The ids that the modules define, each with the name of its constant.
  private static func definedIDs() throws -> [(name: String, id: String)] {
    let definition = /public static let (\w+) = Self\(rawValue: "([a-z-]+)"\)/
    let sources = FileManager.default.enumerator(
      at: root.appending(path: "Sources"),
      includingPropertiesForKeys: nil
    )
    return try (sources?.compactMap { $0 as? URL } ?? [])
      .filter { $0.lastPathComponent.wholeMatch(of: /StoreDiagnostic.*\.swift/) != nil }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: definition) }
      .map { (String($0.1), String($0.2)) }
  }

  @Test func `the ids are what they were, each is the name of its constant, and on the page`()
    throws
  {
    let defined = try Self.definedIDs()
    #expect(defined.map(\.id).sorted() == Self.ids.split(separator: " ").map(String.init).sorted())
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/Sluice/Sluice.docc/WhatTheStoreTellsYou.md"),
      encoding: .utf8
    )
    for (name, id) in defined {
      #expect(name.lowercased() == id.replacing("-", with: ""))
      #expect(page.contains("`\(id)`"), "\(id)")
    }
    #expect(StoreDiagnostic.registeredTwice("A").id == .registeredTwice)
    #expect(StoreDiagnostic.ID.registeredTwice.rawValue == "registered-twice")
  }

  @Test func `a call that waits for no run waits for the delivery in progress`() {
    let diagnostic = StoreDiagnostic.longWork(call: "close(within:)", waited: .seconds(30))
    let text = """
      `close(within:)` has waited 30.0 seconds, and still waits for the delivery in progress. To fix, \
      let observers and `storeClosed()` return.
      """
    #expect("\(diagnostic)" == text && "\(diagnostic.withoutValues)" == text)
  }

  @Test(arguments: [
    (
      StoreDiagnostic.missingElement(id: "4", of: "Todo", action: #"Rename(to: "secret")"#),
      "No Todo has the id 4, for which Rename was dispatched: nothing changed."
    ),
    (
      .absentPart("Match", action: #"score("secret")"#),
      "score was dispatched for the Match, which is absent: nothing changed."
    ),
    (
      .unstableProjector(name: "first", position: "A.swift:1", difference: "~ : secret → 2"),
      """
      The projector of first at A.swift:1 gave unequal results for equal inputs (not shown here), so \
      that its subscribers are notified of changes that didn't happen.
      """
    ),
    (
      .unstableReducer(name: "cart", action: "Add(1)", difference: "~ last: secret → 2"),
      """
      The reducer cart made different states of the same state and Add (not shown here), so that \
      no replay or test can rely on it.
      """
    ),
  ])
  func `without values it says nothing of the state and of payloads`(
    diagnostic: StoreDiagnostic,
    cause: String
  ) {
    #expect(diagnostic.withoutValues.cause == cause)
  }

  // MARK: - Who is notified

  private struct Listener: Interceptor {
    let log = Log<StoreDiagnostic.ID>()
    func committed(_ commit: Commit<Counting>) {}
    func diagnosed(_ diagnostic: StoreDiagnostic) { log.append(diagnostic.id) }
  }

  @Test
  func `the program and every interceptor are notified, wrapped or not, of what isn't silenced`() {
    let store = Store(initialState: Counting())
    let received = Log<StoreDiagnostic.ID>()
    let listeners = [Listener(), Listener(), Listener()]
    store.onDiagnostic = { received.append($0.id) }
    store.register(interceptor: listeners[0])
    store.register(interceptor: listeners[1].filtered(to: Touch.self))
    store.register(interceptor: listeners[2].gated(by: GateSwitch(isOn: false)))
    let reducer = Reducer<Counting>(id: "Counting", ReduceOn(Touch.self) { _, _ in })
    store.register(reducer: reducer)
    store.silencedDiagnostics = [.registeredTwice]
    store.register(reducer: reducer)
    #expect(([received] + listeners.map(\.log)).map(\.events) == [[], [], [], []])
    store.silencedDiagnostics = []
    store.register(reducer: reducer)
    #expect(received.events == [.registeredTwice])
    #expect(listeners.map(\.log.events) == [[.registeredTwice], [.registeredTwice], []])
  }
}
