import SluiceCore

/// The places, one in another, that lead from the state of a store to the part that the runs of a lifted
/// effect see.
///
/// Only some of them, such as those of elements, have parts that come and go; a ``PartID`` has a step for
/// each of these.
protocol AnyPlacePath: AnyObject, Sendable {
  /// The type of the state that contains the part.
  var whole: any Sendable.Type { get }
  /// The type of the part.
  var part: any Sendable.Type { get }
  /// A part that isn't of the type that an earlier lift requests.
  var wrongStep: (requested: any Sendable.Type, part: any Sendable.Type)? { get }
  /// The number of places whose parts come and go, and of the steps of an id.
  var depth: Int { get }

  /// Returns whether a part is in a state; called with the store's lock held, as reducers are.
  func contains(_ id: PartID, in box: AnyStateBox) -> Bool
  /// Returns the ids of the parts in a state that match.
  func ids(of pattern: PartPattern, in box: AnyStateBox) -> [PartID]
  /// Returns what finds the changes since a state; `nil` if that takes as long as searching.
  func changes(since box: AnyStateBox) -> PartChanges?
  /// Returns a box of the part in a state; `nil` if the part is absent.
  ///
  /// Reads that state and nothing else, unlike a view, which memoizes and keeps the last part.
  func part(_ id: PartID, of box: AnyStateBox) -> AnyStateBox?
  /// Returns the view of a part in a store, or in a view; `nil` if the part is absent.
  func view(of id: PartID, in outer: PartView) -> PartView?
}

/// What runs see of the state: a ``ProjectedView``, or a store's core.
typealias PartView = any AnyObject & Sendable

/// Calls a closure with the id of each part that isn't the same in a state and in the one before.
///
/// - Returns: Whether it knows; if not, any part may have changed.
typealias PartChanges = (AnyStateBox, _ body: (PartID) -> Void) -> Bool

/// The places that lead from a state of one type to a part.
final class PlacePath<Whole: Sendable>: AnyPlacePath {
  typealias Changes = (Whole, _ body: (PartID) -> Void) -> Bool

  let part: any Sendable.Type
  let wrongStep: (requested: any Sendable.Type, part: any Sendable.Type)?
  let depth: Int
  private let contains: @Sendable (Whole, ArraySlice<PartID.Step>) -> Bool
  private let ids: @Sendable (Whole, ArraySlice<PartPattern.Choice>) -> [PartID]
  private let changes: @Sendable (Whole) -> Changes?
  private let box: @Sendable (Whole, ArraySlice<PartID.Step>) -> AnyStateBox?
  private let view: @Sendable (PartView, ArraySlice<PartID.Step>) -> PartView?

  /// Creates the path that leads through a place and, within its parts, along an inner path.
  init<Key, Part>(_ place: Place<Whole, Key, Part>, _ inner: (any AnyPlacePath)?) {
    part = inner?.part ?? Part.self
    wrongStep =
      inner.flatMap { $0.whole == Part.self ? nil : ($0.whole, Part.self) } ?? inner?.wrongStep
    let inner = inner as? PlacePath<Part>
    let end = inner ?? PlacePath<Part>()
    let innerDepth = inner?.depth ?? 0
    switch place.kind {
    case .property(_, let keyPath):
      let selector = Selector(keyPath: keyPath, comparing: .always)
      depth = innerDepth
      contains = { end.contains($0[keyPath: keyPath], $1) }
      ids = { end.ids($0[keyPath: keyPath], $1) }
      changes = { first in
        guard let compare = end.changes(first[keyPath: keyPath]) else { return nil }
        return { whole, body in compare(whole[keyPath: keyPath], body) }
      }
      box = { end.box($0[keyPath: keyPath], $1) }
      view = { outer, steps in
        Self.view(of: selector, in: outer).flatMap { inner == nil ? $0 : end.view($0, steps) }
      }
    case .optional, .elements:
      depth = 1 + innerDepth
      contains = { whole, steps in
        guard let step = steps.first else { return false }
        if innerDepth == 0 { return place.contains(whole, step) }
        return place.find(whole, step).map { end.contains($0, steps.dropFirst()) } == true
      }
      ids = { whole, choices in
        let steps: [PartID.Step] =
          if case .one(let step) = choices.first { [step] } else { place.steps(in: whole) }
        return steps.flatMap { step -> [PartID] in
          if innerDepth == 0 {
            return place.contains(whole, step) ? [PartID(steps: [step])] : []
          }
          guard let part = place.find(whole, step) else { return [] }
          return end.ids(part, choices.dropFirst()).map { PartID(steps: [step] + $0.steps) }
        }
      }
      changes = { first in
        guard innerDepth == 0, let compare = place.changes?(first) else { return nil }
        return { whole, body in compare(whole) { body(PartID(steps: [PartID.Step($0)])) } }
      }
      box = { whole, steps in
        guard let step = steps.first, let part = place.find(whole, step) else { return nil }
        return end.box(part, steps.dropFirst())
      }
      view = { outer, steps in
        guard let step = steps.first, let whole = Self.state(of: outer),
          let first = place.find(whole.value, step),
          let view = Self.view(of: place.selector(of: step, first: first), in: outer)
        else { return nil }
        return inner == nil ? view : end.view(view, steps.dropFirst())
      }
    }
  }

  /// Creates the path that leads nowhere: to the whole.
  private init() {
    part = Whole.self
    wrongStep = nil
    depth = 0
    contains = { _, _ in true }
    ids = { _, _ in [PartID()] }
    changes = { _ in nil }
    box = { whole, _ in StateBox(holding: whole).storage }
    view = { outer, _ in outer }
  }

  var whole: any Sendable.Type { Whole.self }

  func contains(_ id: PartID, in box: AnyStateBox) -> Bool {
    contains(StateBox<Whole>(box).value, id.steps[...])
  }

  func ids(of pattern: PartPattern, in box: AnyStateBox) -> [PartID] {
    ids(StateBox<Whole>(box).value, pattern.steps[...])
  }

  func changes(since box: AnyStateBox) -> PartChanges? {
    guard let compare = changes(StateBox<Whole>(box).value) else { return nil }
    return { box, body in compare(StateBox<Whole>(box).value, body) }
  }

  func part(_ id: PartID, of box: AnyStateBox) -> AnyStateBox? {
    self.box(StateBox<Whole>(box).value, id.steps[...])
  }

  func view(of id: PartID, in outer: PartView) -> PartView? { view(outer, id.steps[...]) }

  /// Returns a view of a part of a store's state, or of a part that a view shows.
  private static func view<Part: Sendable>(
    of selector: Selector<Whole, Part>,
    in outer: PartView
  ) -> PartView? {
    if let outer = outer as? ProjectedView<Whole> { return ProjectedView(selector, of: outer) }
    return (outer as? StateCore<Whole>).map { ProjectedView(selector, of: $0) }
  }

  private static func state(of outer: PartView) -> StateBox<Whole>? {
    if let outer = outer as? ProjectedView<Whole> { return outer.current("effect").box }
    return (outer as? StateCore<Whole>)?.snapshot("effect")
  }
}
