import Sluice
import SluiceTesting
import TestSupport
import Testing

#if DEBUG
  private struct Lamp: Sendable, Equatable, Identifiable {
    var id = 1
    var isOn = false
  }

  private struct House: Sendable, Equatable {
    var lamps: Entities<Lamp> = [Lamp()]
    var spare: Lamp?
    var desk = Lamp()
  }

  private struct Switch: Action {}
  private struct Dim: Action {}

  private enum HouseAction: Action {
    case desk(any Action)
    case spare(Switch)
    case lamp(Int, any Action)
    case garden

    var desk: Wrapped? { if case .desk(let action) = self { Wrapped(action: action) } else { nil } }
    var spare: Switch? { if case .spare(let action) = self { action } else { nil } }
  }

  private struct Wrapped: Action { let action: any Action }

  private let lamp = Reducer<Lamp>(
    id: "lamp",
    ReduceOn(Switch.self) { lamp, _ in lamp.isOn.toggle() }
  )
  private let lamps = lamp.lift(.each(\House.lamps))
  private let spare = lamp.lift(
    .optional(\House.spare),
    action: .case(\HouseAction.spare, HouseAction.spare)
  )
  private let desk = lamp.lift(
    .state(\House.desk),
    action: .case(\HouseAction.desk) { HouseAction.desk($0.action) }
  )

  /// What a store says of actions that lifted reducers receive, and that nobody within takes.
  extension MisuseTests {
    private func house(
      _ reducers: Reducer<House>...
    ) -> (store: Store<House, Void>, reports: Log<String>) {
      let store = Store(initialState: House(), reducers: reducers)
      return (store, store.reports())
    }

    private func nobody(_ type: String, _ inner: String) -> String {
      """
      \(type) was dispatched, but no reducer or effect within handles \(inner): nothing happened. To \
      fix, handle \(inner) in a reducer or an effect that is lifted with `lift`, and register the lift \
      before it is dispatched.
      """
    }

    @Test func `an element's action that nobody within takes is reported once`() {
      let (store, reports) = house(lamps)
      for action in [Dim(), Switch(), Dim()] as [any Action] {
        store.dispatch(action: ElementAction<Lamp>(id: 1, action: action))
      }
      #expect(reports.events == [nobody("ElementAction<Lamp>", "Dim")])
      store.dispatch(action: EveryElementAction<Lamp>(action: Dim()))
      store.dispatch(action: EveryElementAction<Lamp>(action: Switch()))
      #expect(reports.events.dropFirst() == [nobody("EveryElementAction<Lamp>", "Dim")])
      #expect(!store.state.lamps[0].isOn)
    }

    @Test func `what one of several lifts takes is taken, by an effect as well`() {
      let dimmer = Reducer<Lamp>(ReduceOn(Dim.self) { _, _ in }).lift(.each(\House.lamps))
      let (store, reports) = house(lamps, dimmer)
      store.dispatch(action: ElementAction<Lamp>(id: 1, action: Dim()))
      store.dispatch(action: ElementAction<Lamp>(id: 1, action: Switch()))
      let (other, others) = house(lamps)
      let registration = other.register(
        feature: Feature<Lamp, Void>(id: "dim").effect(.on(Dim.self).map { _, _ in nil })
          .lift(.each(\House.lamps))
      )
      other.dispatch(action: ElementAction<Lamp>(id: 1, action: Dim()))
      #expect(reports.events + others.events == [])
      registration.unregister()
      other.dispatch(action: ElementAction<Lamp>(id: 1, action: Dim()))
      #expect(others.events == [nobody("ElementAction<Lamp>", "Dim")])
    }

    @Test func `a missing element is reported, and not also as unhandled`() {
      let (store, reports) = house(lamps)
      store.dispatch(action: ElementAction<Lamp>(id: 9, action: Dim()))
      #expect(reports.events.map { $0.prefix { $0 != "," } } == ["No Lamp has the id 9"])
    }

    @Test func `a case that no lift takes is reported by its name`() {
      let (store, reports) = house(desk, spare)
      store.dispatch(action: HouseAction.garden)
      store.dispatch(action: HouseAction.lamp(1, Switch()))
      store.dispatch(action: HouseAction.garden)
      store.dispatch(action: HouseAction.desk(Switch()))
      #expect(
        reports.events == [
          nobody("HouseAction", "garden"), nobody("HouseAction", "lamp"),
          nobody("HouseAction", "Wrapped"),
        ]
      )
      let whole = Reducer<House>(ReduceOn(HouseAction.self) { _, _ in })
      let (other, others) = house(desk, whole, spare)
      other.dispatch(action: HouseAction.garden)
      #expect(others.events == [])
    }

    @Test func `an interceptor may take what nobody within does`() {
      let (store, reports) = house(lamps)
      store.register(interceptor: CommitProbe<House> { _ in })
      store.dispatch(action: ElementAction<Lamp>(id: 1, action: Dim()))
      #expect(reports.events == [])
    }

    @Test func `an action for a part that is absent is reported once`() {
      let (store, reports) = house(spare)
      store.dispatch(action: HouseAction.spare(Switch()))
      store.dispatch(action: HouseAction.spare(Switch()))
      #expect(
        reports.events == [
          """
          spare(\(String(reflecting: Switch()))) was dispatched for the Lamp, which is absent: nothing \
          changed. To fix, set the Lamp first, or dispatch only while it is there. If an answer may come \
          late, ignore this.
          """
        ]
      )
      // Who makes the part takes the action.
      let maker = Reducer<House>(
        ReduceOn(HouseAction.self) { house, _ in if house.spare == nil { house.spare = Lamp() } }
      )
      let (other, others) = house(spare, maker)
      other.dispatch(action: HouseAction.spare(Switch()))
      other.dispatch(action: HouseAction.spare(Switch()))
      #expect(others.events == [])
      #expect(other.state.spare?.isOn == true)
    }

    @Test func `an effect of an absent part takes nothing, and one of the whole does`() {
      let (store, reports) = house(spare)
      let feature = Feature<Lamp, Void>(id: "spare").effect(.on(Switch.self).map { _, _ in nil })
        .lift(.optional(\House.spare), action: .case(\HouseAction.spare, HouseAction.spare))
      let whole = store.register(effect: .on(HouseAction.self).map { _, _ in nil })
      store.register(feature: feature)
      store.dispatch(action: HouseAction.spare(Switch()))
      #expect(reports.events == [])
      whole.unregister()
      store.dispatch(action: HouseAction.spare(Switch()))
      #expect(reports.events.count == 1)
    }

    @Test func `within a lift, one of several reducers suffices`() {
      struct Street: Sendable, Equatable { var house = House() }
      struct Outer: Action { let inner: any Action }
      let house = Reducer<House>.combine(
        spare,
        Reducer(ReduceOn(HouseAction.self) { _, _ in })
      )
      let whole = Reducer<House>.combine(spare, desk)
      for (inner, count) in [(house, 0), (whole, 1)] {
        let lifted = inner.lift(
          .state(\Street.house),
          action: .case({ (outer: Outer) in outer.inner as? HouseAction }) { Outer(inner: $0) }
        )
        let store = Store(initialState: Street(), reducers: [lifted])
        let reports = store.reports()
        store.dispatch(action: Outer(inner: HouseAction.garden))
        #expect(reports.events.count == count)
      }
    }

    @Test func `an element that is appended although one with its id is there is reported once`() {
      let adding = Reducer<House>(
        ReduceOn(Dim.self) { house, _ in house.lamps.append(Lamp(isOn: true)) },
        ReduceOn(Switch.self) { house, _ in
          house.lamps.append(Lamp(id: house.lamps.count + 1))
          house.lamps.append(contentsOf: [Lamp()])
        }
      )
      let (store, reports) = house(adding)
      var elsewhere: Entities<Lamp> = [Lamp()]
      elsewhere.append(Lamp())
      store.dispatch(action: Switch())
      #expect(reports.events == [])
      store.dispatch(action: Dim())
      store.dispatch(action: Dim())
      #expect(
        reports.events.map { $0.prefix { $0 != ":" } } == [
          "A reducer appended the Lamp with the id 1 for Dim, but there already is one"
        ]
      )
      #expect(!store.state.lamps[0].isOn)
    }

    @Test func `a token that is released in the statement that made it is reported once`() {
      var kept: [SelectionToken] = []
      store.select(\.count).sink { _ in }.store(in: &kept)
      store.select(\.count).sink { _ in }.cancel()
      withExtendedLifetime(store.select(\.count).sink { _ in }) {
        store.dispatch(action: Increment())
      }
      store.select(\.count).subscribe(weak: store) { _, _ in }
      #expect(diagnostics.events == [])
      // Another thread may take the processor meanwhile.
      for _ in 0..<100 { _ = store.select(\.count).sink { _ in } }
      #expect(
        diagnostics.events.map { $0.prefix { $0 != ":" } } == [
          "The token of the subscriber at SluiceTests/MisuseTests+Lifted.swift"
        ]
      )
    }

    @Test func `a store without reducers is reported once, unless something else takes the action`()
    {
      let store = Store(initialState: Counting())
      let reports = store.reports()
      let effect = store.register(effect: .on(Touch.self).map { _, _ in nil })
      store.dispatch(action: Touch())
      #expect(reports.events == [])
      effect.unregister()
      store.dispatch(action: Touch())
      store.dispatch(action: Unhandled())
      #expect(
        reports.events == [
          """
          Touch was dispatched to a store without reducers, and no effect or interceptor handles it: \
          nothing happened. To fix, register reducers before actions are dispatched.
          """
        ]
      )
      store.restore(Counting(count: 1))
      #expect(reports.events.count == 1)
    }
  }
#endif
