extension Core {
  /// Registers a reducer's handlers; returns the number of the registration.
  @usableFromInline
  @discardableResult
  package final func register(
    _ handlers: [Handler],
    name: ReducerName,
    registration: Int = StoreRegistration.nextNumber()
  ) -> Int {
    let held = enter("register(reducer:)")
    if isClosed {
      leave(held)
      return registration
    }
    let isTwice = routes.registry.contains(name)
    let isMadeTwice = routes.registry.isMadeTwice(handlers, name)
    routes.registry.add(handlers, name: name, registration: registration)
    let old = routes.removeAll()
    if routes.registry.asksForFollowUps { refreshDemands(held) }
    leave(held)
    withExtendedLifetime(old) {}
    if isTwice { report(.registeredTwice("The reducer \(name.id)")) }
    if isMadeTwice, let place = name.place { report(.registeredTwiceFromLine(place)) }
    return registration
  }

  /// Unregisters the handlers of a reducer, by its id or by a registration.
  final func unregister(_ operation: StaticString, _ group: ReducerRegistry.Group) {
    let held = enter(operation)
    let removed = routes.registry.remove(group)
    let old = removed.isEmpty ? nil : routes.removeAll()
    if old != nil { refreshDemands(held) }
    leave(held)
    withExtendedLifetime((removed, old)) {}
  }
}
