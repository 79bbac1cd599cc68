import Sluice
import SluiceTesting
import Testing

extension Holder {
  private static var guests: Selector<Room, Guest?> {
    Selector.with(Selector(keyPath: \Room.comparableGuest)) { $0 }
  }

  /// A selector that remembers a guest who has left.
  private static func remembering(_ scene: ReleasingScene) -> Selector<Room, Guest?> {
    let guests = guests
    scene.invite()
    _ = scene.store.selectCurrent(guests)
    scene.dismiss()
    return guests
  }

  /// Where selectors hold something.
  static let selectors: [Holder] = [
    Holder("the projector of a selector that is released") { scene in
      do {
        let selector = Selector(projector: scene.holding { (room: Room) in room.count })
        let combined = Selector.with(selector, projector: scene.holding { (count: Int) in count })
        _ = scene.store.selectCurrent(combined)
        let token = scene.store.select(combined).sink { _ in }
        scene.step()
        token.cancel()
      }
      scene.askManySelectors()
    },
    Holder("a value that a selector remembers, when there is another", atOnce: true) { scene in
      let guest = Selector(comparing: .always) { (room: Room) in room.guest }
      let combined = Selector.with(guest, Selector(keyPath: \.comparableGuest)) {
        $0 ?? $1?.witness
      }
      for _ in 0..<3 {
        scene.invite()
        _ = scene.store.selectCurrent(combined)
      }
      scene.dismiss()
      _ = scene.store.selectCurrent(combined)
    },
    Holder("a value that a selector makes") { scene in
      let made = Selector.with(Selector(keyPath: \Room.count)) { [unowned scene] _ in
        scene.witness()
      }
      let token = scene.store.select(made).sink { _ in }
      scene.step(5)
      token.cancel()
      made.resetMemo()
    },
    Holder("what a selector remembers, when it is reset", atOnce: true) { scene in
      let guests = remembering(scene)
      guests.resetMemo()
      try scene.expectAllInState()
    },
    Holder("what a selector remembers, when it is released", atOnce: true) { scene in
      _ = remembering(scene)
    },
    Holder("what a selector remembers for a store that is freed") { scene in
      let guests = guests
      do {
        let store = Store<Room, Void>(initialState: Room(), reducers: [ReleasingScene.reducer])
        let selection = store.select(\.count)
        store.restore(scene.witness(of: store, selection), at: .state(\.guest))
        _ = store.selectCurrent(guests)
        store.restore(nil, at: .state(\.guest))
      }
      withExtendedLifetime(guests) {}
    },
    Holder("selectors, values and arguments that a family evicts") { scene in
      let family = SelectorFamily<Room, Guest, Guest>(capacity: 2) { argument in
        Selector(comparing: .always) { _ in argument }
      }
      for _ in 0..<10 { _ = scene.store.selectCurrent(family(Guest(witness: scene.witness()))) }
      family.removeAll()
      scene.askManySelectors()
    },
    Holder("a part of the state that a projection has seen") { scene in
      let projection = scene.store.projection(
        Selector(keyPath: \.comparableGuest)
      ) { (action: Step) in action }
      let uncomparable = scene.store.projection(
        Selector(keyPath: \.guest, comparing: .always)
      ) { (action: Step) in action }
      let token = projection.select(\.self).sink { _ in }
      for isInvited in [true, true, true, false] {
        if isInvited { scene.invite() } else { scene.dismiss() }
        _ = projection.state
        _ = uncomparable.state
        if isInvited { _ = projection.selectCurrent(Selector { (guest: Guest?) in guest }) }
      }
      token.cancel()
    },
    Holder("a projection that is released, and its closures") { scene in
      scene.invite()
      do {
        let projection = scene.store.projection(
          Selector(comparing: .always, projector: scene.holding { $0.guest }),
          action: scene.holding { (action: Step) in action }
        )
        _ = projection.state
        projection.dispatch(action: Step())
      }
      scene.dismiss()
      scene.askManySelectors()
    },
    Holder("an override that another one takes the place of") { scene in
      let store = MockStore(initialState: Room(), reducers: [ReleasingScene.reducer])
      let guest = Selector(keyPath: \Room.comparableGuest)
      let combined = Selector.with(guest) { $0 }
      let token = store.select(combined).sink { _ in }
      for _ in 0..<3 {
        store.override(guest, value: Guest(witness: scene.witness(of: store)))
        _ = store.selectCurrent(combined)
      }
      store.resetOverriddenSelector(guest)
      store.override(combined, value: Guest(witness: scene.witness(of: store)))
      store.resetOverriddenSelectors()
      token.cancel()
    },
    Holder("an override, and its selector, of a store that is freed") { scene in
      let store = MockStore(initialState: Room(), reducers: [ReleasingScene.reducer])
      let selector = Selector { [witness = scene.witness(of: store)] (_: Room) in
        Guest(witness: witness)
      }
      store.override(selector, value: Guest(witness: scene.witness(of: store)))
      _ = store.selectCurrent(selector)
    },
  ]
}
