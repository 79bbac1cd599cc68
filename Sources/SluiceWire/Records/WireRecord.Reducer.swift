package import SluiceTree

extension WireRecord {
  /// A reducer that handled the action of a `commit`.
  package struct Reducer: FieldedRecord, Hashable, Sendable {
    package var id: String
    /// The number of its changes; `nil` if unknown, and where it is the only one: all are its.
    package var changes: Int?
    /// The part of the state in which all of its changes are; `nil` for the whole state.
    package var path: TreePath?

    package init(id: String, changes: Int? = nil, path: TreePath? = nil) {
      self.id = id
      self.changes = changes
      self.path = path
    }

    /// Counts the changes that it made.
    package mutating func add(_ changes: [TreeChange]) {
      self.changes = changes.count
      path = .common(to: changes)
    }

    package static var blank: Self { Self(id: "") }

    package mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("id", &id)
      try coder.field("changes", &changes)
      try coder.field("path", &path)
    }
  }
}

extension WireRecord.Commit {
  /// The reducers with what each changed, for people; `nil` if they are unknown.
  var reducersText: String? {
    guard let reducers else { return nil }
    if reducers.isEmpty { return "(none)" }
    return reducers.map { text(of: $0, isOnly: reducers.count == 1) }.joined(separator: ", ")
  }

  private func text(of reducer: WireRecord.Reducer, isOnly: Bool) -> String {
    var reducer = reducer
    if isOnly, reducer.changes == nil, count == 1, !changesAreUnknown {
      reducer.add(changes)
      reducer.changes = WireNumber.sum(changes.count, omittedChanges)
      if omittedChanges > 0 { reducer.path = nil }
    }
    guard let number = reducer.changes else { return reducer.id }
    if number == 0 { return "\(reducer.id) (nothing)" }
    let part = reducer.path.map { "\($0): " } ?? ""
    return "\(reducer.id) (\(part)\(number) \(number == 1 ? "change" : "changes"))"
  }
}

extension TreePath {
  /// Returns the part of a state in which all changes are; `nil` for the whole state, or if there are
  /// no changes.
  fileprivate static func common(to changes: [TreeChange]) -> TreePath? {
    guard var common = changes.first?.path.steps[...] else { return nil }
    for change in changes.dropFirst() {
      let same = zip(common, change.path.steps).prefix { $0 == $1 }.count
      common = common.prefix(same)
    }
    return common.isEmpty ? nil : TreePath(Array(common))
  }
}
