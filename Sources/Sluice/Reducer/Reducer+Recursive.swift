extension Reducer {
  /// Returns a reducer that refers to itself, for a state that contains others of its type.
  ///
  /// ```swift
  /// struct Folder: Sendable, Identifiable {
  ///   let id: Int
  ///   var name: String
  ///   var folders: Entities<Folder> = []
  /// }
  ///
  /// let folderReducer = Reducer<Folder>.recursive { this in
  ///   .combine(
  ///     Reducer(ReduceOn(Rename.self) { folder, action in folder.name = action.name }),
  ///     this.lift(elements: \.folders)
  ///   )
  /// }
  /// store.dispatch(
  ///   action: ElementAction<Folder>(
  ///     id: 1,
  ///     action: ElementAction<Folder>(id: 2, action: Rename(name: "Letters"))
  ///   )
  /// )
  /// ```
  ///
  /// A reducer in a `static let` or a global can't name itself: reading it while it is being made
  /// stops the program with a memory error, or never returns.
  ///
  /// Elements, optional parts, cases, and own actions that wrap others, such as those of an
  /// `indirect enum`, recurse as they are lifted. An action costs each level that it leads to; with
  /// `lift(state:)`, whose actions aren't wrapped, each level that there is. A level takes some 5 KB of
  /// stack in a debug build: a thousand fit into the 8 MB of a main thread.
  /// - Parameters:
  ///   - id: The reducer's id; by default, that of what the closure returns.
  ///   - build: Returns the reducer; called once, before this returns. Its argument is the result, to
  ///     be lifted and combined.
  public static func recursive(
    id: String? = nil,
    _ build: (_ this: Reducer) -> Reducer
  ) -> Reducer {
    let recursion = Recursion<State>()
    let this = Reducer(name: ReducerName(id ?? "this"), handlers: [recursion.handler])
    let whole = build(this)
    return Reducer(
      name: id.map { ReducerName($0) } ?? whole.name.derived,
      handlers: recursion.complete(with: whole.handlers)
    )
  }
}
