package import SluiceLocks

extension UniqueNumbers {
  static let reducers = UniqueNumbers()
  static let reporters = UniqueNumbers()
  package static let effects = UniqueNumbers()
  static let registrations = UniqueNumbers()
  static let stores = UniqueNumbers()
  package static let waiters = UniqueNumbers()
}
