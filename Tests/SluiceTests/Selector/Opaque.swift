/// A value that cannot be compared.
struct Opaque: Sendable {
  var number = 0
}
