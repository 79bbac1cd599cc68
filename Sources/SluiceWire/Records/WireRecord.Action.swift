package import SluiceTree

extension WireRecord {
  /// The action of a `commit` or a `dispatch`.
  package struct Action: FieldedRecord {
    package var type: String
    /// The identifier of an anonymous or identifiable action.
    package var id: String?
    /// `nil` for an action that carries nothing.
    package var payload: Tree?
    /// The elements for which it is, the outermost first.
    package var elements: [ElementName]

    package init(
      type: String,
      id: String? = nil,
      payload: Tree? = nil,
      elements: [ElementName] = []
    ) {
      self.type = type
      self.id = id
      self.elements = elements
      self.payload = payload
    }

    static var blank: Self { Self(type: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("type", &type)
      try coder.field("id", &id)
      try coder.field("elements", &elements, absentIf: [])
      try coder.field("payload", &payload)
    }
  }
}

extension ElementName: FieldedRecord {
  static var blank: Self { Self(type: "", id: nil) }

  mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.field("type", &type)
    try coder.field("id", &id)
  }
}
