/// What lifts to elements do with ``ElementAction``s, made where the elements' type is known.
@usableFromInline
package struct ElementActions<Whole: Sendable, Key: Hashable & Sendable, Part: Sendable>: Sendable {
  /// Makes the handlers that apply others to the elements at a place.
  let handlers: @Sendable (Place<Whole, Key, Part>, NestedHandlers<Part>) -> [Handler]
  /// The lift of what runs.
  let lift: ActionLift

  @usableFromInline
  init(of _: Part.Type) where Part: Identifiable, Part.ID == Key {
    handlers = { place, nested in
      let embed = { @Sendable (id: Key, action: any Action) -> any Action in
        ElementAction<Part>(id: id, action: action)
      }
      let reduce = {
        @Sendable (state: inout Part, action: any Action, output: inout ReducerOutput) in
        nested.reduce(&state, action, &output)
      }
      return [
        place.handler(
          nested,
          embed,
          { (action: ElementAction<Part>) in (action.id, action.action) },
          reduce
        ),
        place.handler(
          nested,
          embed,
          { (action: EveryElementAction<Part>) in (nil, action.action) },
          reduce
        ),
      ]
    }
    lift = ActionLift(elements: Part.self)
  }
}
