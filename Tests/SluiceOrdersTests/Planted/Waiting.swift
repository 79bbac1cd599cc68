import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Races of what waits, and of what the state asks for.
extension PlantedRace {
  private struct Form: Sendable {
    var text = ""
    var isValid = false
    var saved: String?
  }
  private struct Edited: Action { let text: String }
  private struct Checked: Action {}
  private struct Save: Action {}

  static let twoDebounces = PlantedRace("two debounces") { isMended in
    let reducer = Reducer<Form>(
      ReduceOn(Edited.self) { $0.text = $1.text },
      ReduceOn(Checked.self) { state, _ in state.isValid = true },
      ReduceOn(Save.self) { state, _ in if state.isValid { state.saved = state.text } }
    )
    let check = Effect<Void>.on(Edited.self) { _, _ in Checked() }.debounce(for: .milliseconds(300))
    let save = Effect<Void>.on(Edited.self) { _, _ in Save() }.debounce(for: .milliseconds(300))
    let saveWhenChecked = Effect<Void>.on(Checked.self) { _, _ in Save() }
    let effects: [Effect<Void>] = isMended ? [check, saveWhenChecked] : [check, save]
    try await withProgram(Form(), reducer, effects) { store in
      store.dispatch(action: Edited(text: "Ada"))
      await store.clock.advance(by: .milliseconds(300))
      #expect(store.currentState.saved == "Ada")
    }
  }

  private struct Cache: Equatable, Sendable {
    var user: String?
    var rows: [String] = []
  }
  private struct SignedIn: Action { let user: String }
  private struct Cleared: Action {}
  private struct Loaded: Action { let rows: [String] }

  static let twoFeedbacks = PlantedRace("order of two feedbacks") { isMended in
    let reducer = Reducer<Cache>(
      ReduceOn(SignedIn.self) { state, action in
        state.user = action.user
        if isMended { state.rows = [] }
      },
      ReduceOn(Cleared.self) { state, _ in state.rows = [] },
      ReduceOn(Loaded.self) { $0.rows = $1.rows }
    )
    let clear = Feedback<Cache, Void>(for: \.user) { _, _, context in
      await Task.yield()
      context.send(Cleared())
    }
    let load = Feedback<Cache, Void>(for: \.user) { user, _, context in
      await Task.yield()
      context.send(Loaded(rows: [user]))
    }
    try await withProgram(
      Cache(),
      reducer,
      feedbacks: isMended ? [load] : [clear, load]
    ) { store in
      store.dispatch(action: SignedIn(user: "Ada"))
      await store.clock.run()
      #expect(store.currentState.rows == ["Ada"])
    }
  }

  private struct Toast: Sendable { var text: String? }
  private struct Show: Action { let text: String }
  private struct Hide: Action {}
  private struct Refresh: Action {}

  static let outlivingSleep = PlantedRace("a sleep that outlives its run") { isMended in
    let reducer = Reducer<Toast>(
      ReduceOn(Show.self) { $0.text = $1.text },
      ReduceOn(Hide.self) { state, _ in state.text = nil }
    )
    let hide = Effect<Void>.on(Show.self).run { _, _, context in
      try await context.sleep(for: .seconds(3))
      context.send(Hide())
    }
    let refresh = Effect<Void>.on(Refresh.self).run { _, _, context in
      try await context.sleep(for: .seconds(3))
      context.send(Show(text: "Fresh"))
    }
    let effects: [Effect<Void>] = [isMended ? hide.overlap(.latest) : hide, refresh]
    try await withProgram(Toast(), reducer, effects) { store in
      store.dispatch(action: Show(text: "Refreshing"))
      store.dispatch(action: Refresh())
      await store.clock.advance(by: .seconds(3))
      #expect(store.currentState.text == "Fresh")
    }
  }
}
