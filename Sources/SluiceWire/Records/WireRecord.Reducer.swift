extension WireRecord {
  /// A reducer that handled the action of a `commit`.
  package struct Reducer: FieldedRecord {
    package var id: String

    package init(id: String) { self.id = id }

    static var blank: Self { Self(id: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("id", &id)
    }
  }
}

extension WireRecord.Commit {
  /// The ids of the reducers, for people; `nil` if they are unknown.
  package var reducersText: String? {
    guard let reducers else { return nil }
    return reducers.isEmpty ? "(none)" : reducers.map(\.id).joined(separator: ", ")
  }
}
