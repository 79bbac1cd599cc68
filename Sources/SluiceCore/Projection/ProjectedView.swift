/// A store's state as a projection sees it, with the selectors' memos for it.
///
/// Retains the store's core, not the store, so that observers may retain it.
package final class ProjectedView<State: Sendable>: Sendable {
  package typealias Versioned = ProjectionMemo<State>.Versioned

  private let core: Core
  /// Projects a state of the store.
  private let project: @Sendable (_ box: AnyStateBox, _ version: Int) -> Versioned
  /// The elements on which the state depends, if it depends on nothing else and they are known.
  private let elements: ContiguousArray<ElementKey>?
  /// Separate, because one selector may serve several projections of one store.
  private let home = SelectorHome()

  /// Creates a view of a part of a store's state.
  package convenience init<Root: Sendable>(
    _ selector: Selector<Root, State>,
    of core: StateCore<Root>
  ) {
    let cell = selector.cell(in: core)
    let elements = selector.elementsToCompare
    self.init(selector, of: core, elements: elements) { box, version in
      cell.value(StateBox(box), version)
    }
  }

  /// Creates a view of a part of another projection's state.
  package convenience init<Outer: Sendable>(
    _ selector: Selector<Outer, State>,
    of outer: ProjectedView<Outer>
  ) {
    let cell = selector.cell(in: outer.home)
    let elements = outer.elements ?? selector.elementsToCompare.map(outer.lift)
    self.init(selector, of: outer.core, elements: elements) { box, version in
      let seen = outer.project(box, version)
      return cell.value(seen.box, seen.version)
    }
  }

  private init<Outer: Sendable>(
    _ selector: Selector<Outer, State>,
    of core: Core,
    elements: ContiguousArray<ElementKey>?,
    value: @escaping @Sendable (AnyStateBox, Int) -> State
  ) {
    self.core = core
    self.elements = elements
    home.share(with: core)
    let memo = ProjectionMemo<State>(selector.comparison)
    project = { [home] box, version in
      memo.state(version, overrides: home.overrides?.changeCount ?? 0) { value(box, version) }
    }
  }

  deinit {
    home.closeMemory()
  }

  /// Returns the keys, in a state of the store, of elements of the projected state.
  private func lift(_ elements: ContiguousArray<ElementKey>) -> ContiguousArray<ElementKey> {
    ContiguousArray(
      elements.map { key in
        key.seen(through: self) { box, version in
          let seen = self.project(box, version)
          return (seen.box.storage, seen.version)
        }
      }
    )
  }

  package func current(_ operation: StaticString) -> Versioned {
    let (box, version) = core.anySnapshot(operation)
    return project(box, version)
  }

  package func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      selector.comparison,
      core: core,
      read: { box, version in
        let seen = self.project(box, version)
        return selector.cell(in: self.home).value(seen.box, seen.version)
      },
      observe: { receiver in
        // The cell keeps what is memoized.
        let cell = selector.cell(in: self.home)
        let elements = self.elements ?? self.lift(selector.elements)
        return self.core.observe(selector.identity, elements, receiver) { box, version in
          let seen = self.project(box, version)
          return cell.value(seen.box, seen.version)
        }
      }
    )
  }

  package func value<Value>(of selector: Selector<State, Value>) -> Value {
    let (box, version) = current("selectCurrent")
    return selector.cell(in: home).value(box, version)
  }
}
