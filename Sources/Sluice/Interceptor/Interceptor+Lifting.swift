extension Interceptor {
  /// Returns this interceptor for a state that has this one's at a place; `nil` for elements, of which
  /// there are several.
  ///
  /// It is notified of all commits after which the part is there, including those that changed only
  /// other parts.
  func lifted<Whole, Key>(to place: Place<Whole, Key, State>) -> (any Interceptor<Whole>)? {
    switch place.kind {
    case .property(let key, _), .optional(let key, _):
      WrappedInterceptor<Self, Whole>(self, isLifted: true) { commit in
        if let commit = commit.compactMap({ place.find($0, key) }) { committed(commit) }
      }
    case .elements:
      nil
    }
  }
}

extension Commit {
  /// Returns this commit with a part of each state; `nil` if the new one has no such part.
  func compactMap<Part>(_ part: (State) -> Part?) -> Commit<Part>? {
    part(new.value).map { newPart in
      Commit<Part>(
        record,
        old.flatMap { part($0.value) }.map { StateBox(holding: $0).storage },
        StateBox(holding: newPart).storage
      )
    }
  }
}
