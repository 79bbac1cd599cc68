/// The use of an id by which something can be registered once at a time.
struct Claim {
  /// The source position of the registration, such as `"Shop/main.swift:12"`.
  let position: String
  /// The number of the registration; see ``StoreRegistration``.
  let registration: Int
}

extension Core {
  /// Claims an id for a registration, until that is unregistered.
  ///
  /// - Returns: The position of the registration that has the id; `nil` if the claim succeeded.
  package final func claim(_ id: String, at position: String, _ registration: Int) -> String? {
    locked("register") { _ in
      if let claim = claims[id] { return claim.position }
      if !isClosed { claims[id] = Claim(position: position, registration: registration) }
      return nil
    }
  }

  /// Returns the number of the registration that has an id, if there is one.
  package final func claimant(of id: String) -> Int? {
    locked("unregister") { _ in claims[id]?.registration }
  }

  /// Gives up the claim of a registration, if it has one.
  final func releaseClaim(of registration: Int) {
    locked("unregister") { _ in
      guard let id = claims.first(where: { $1.registration == registration })?.key else { return }
      claims[id] = nil
    }
  }
}
