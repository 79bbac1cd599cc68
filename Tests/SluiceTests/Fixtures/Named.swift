import Testing

/// A row of a table, which says what it is.
struct Named<Value: Sendable>: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let value: Value

  init(_ description: String, _ value: Value) {
    testDescription = description
    self.value = value
  }
}
