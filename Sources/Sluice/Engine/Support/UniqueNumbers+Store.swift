import SluiceLocks

extension UniqueNumbers {
  static let reducers = UniqueNumbers()
  static let reporters = UniqueNumbers()
  static let effects = UniqueNumbers()
  static let registrations = UniqueNumbers()
  static let stores = UniqueNumbers()
  static let waiters = UniqueNumbers()
}
