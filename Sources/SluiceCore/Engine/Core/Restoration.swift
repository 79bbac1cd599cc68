/// How a commit restored a part of the state, to restore it again in another state.
package struct Restoration<State: Sendable>: Sendable {
  /// The commit whose state came back; `nil` for a part that the program passed.
  package var after: Int?
  /// Whether all of the state was restored.
  package let isWhole: Bool
  /// Puts the part of an earlier state in its place, or that of the commit.
  ///
  /// May call user code.
  package let put: @Sendable (_ state: inout State, _ earlier: State?) -> Void

  init<Part: Sendable>(of part: Part, at place: Place<State, Only, Part>, after number: Int?) {
    after = number
    isWhole = place.isWhole
    // Whoever keeps the action keeps this: a part at most, and not a state.
    let part = place.isWhole ? nil : part
    put = { state, earlier in
      if let part = earlier.map({ place.find($0, .part) }) ?? part { place.set(part, in: &state) }
    }
  }
}
