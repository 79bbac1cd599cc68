/// The task-local values that actions take along to what they lead to.
///
/// Immutable: a store gets another one with each value that it is to carry.
package final class Carrier: Sendable {
  private let locals: [any CarriedLocal]

  private init(_ locals: [any CarriedLocal]) { self.locals = locals }

  /// Creates a carrier of what another one carries, and of one value more.
  convenience init(_ other: Carrier?, adding local: some CarriedLocal) {
    self.init((other?.locals.filter { $0.id != local.id } ?? []) + [local])
  }

  /// Returns the values of the calling task.
  ///
  /// Calls nothing of the program's: a task-local value is copied.
  func capture() -> Carried {
    // One value is no array, for which something would be allocated.
    Carried(carrier: self, value: locals.count == 1 ? locals[0].value : locals.map(\.value))
  }

  /// Returns one of the values that were captured.
  private func value(_ index: Int, of captured: any Sendable) -> any Sendable {
    locals.count == 1 ? captured : (captured as? [any Sendable])?[index] ?? captured
  }

  fileprivate func bind<Result>(
    _ captured: any Sendable,
    from index: Int = 0,
    _ body: () throws -> Result
  ) rethrows -> Result {
    if index == locals.count { return try body() }
    return try locals[index].bind(value(index, of: captured)) {
      try bind(captured, from: index + 1, body)
    }
  }

  fileprivate func bind(
    _ captured: any Sendable,
    from index: Int = 0,
    _ body: () async throws -> Void
  ) async throws {
    if index == locals.count { return try await body() }
    try await locals[index].bind(value(index, of: captured)) {
      try await bind(captured, from: index + 1, body)
    }
  }

  fileprivate func texts(_ captured: any Sendable) -> [String: String] {
    let named = locals.indices.compactMap { index in
      locals[index].name.map { ($0, String(describing: value(index, of: captured))) }
    }
    return Dictionary(named) { $1 }
  }
}

/// What a commit takes along of its dispatcher's task.
@usableFromInline
package struct Carried: Sendable {
  fileprivate let carrier: Carrier
  fileprivate let value: any Sendable

  fileprivate init(carrier: Carrier, value: any Sendable) {
    (self.carrier, self.value) = (carrier, value)
  }

  /// Calls a closure in which the values are the calling task's.
  package func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    try carrier.bind(value, body)
  }

  /// Calls a closure in which the values are the calling task's.
  package func bind(_ body: () async throws -> Void) async throws {
    try await carrier.bind(value, body)
  }

  /// The values that have a name, as text.
  var texts: [String: String] { carrier.texts(value) }
}

extension Carried? {
  /// Calls a closure in which the values, if there are any, are the calling task's.
  package func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let self else { return try body() }
    return try self.bind(body)
  }
}

/// A task-local value that is carried.
protocol CarriedLocal: Sendable {
  /// The name under which the value is shown; `nil` for none.
  var name: String? { get }
  var id: ObjectIdentifier { get }
  /// The value of the calling task.
  var value: any Sendable { get }

  func bind<Result>(_ value: any Sendable, _ body: () throws -> Result) rethrows -> Result
  func bind(_ value: any Sendable, _ body: () async throws -> Void) async throws
}

struct CarriedTaskLocal<Value: Sendable>: CarriedLocal {
  let local: TaskLocal<Value>
  let name: String?

  var id: ObjectIdentifier { ObjectIdentifier(local) }

  var value: any Sendable { local.get() }

  func bind<Result>(_ value: any Sendable, _ body: () throws -> Result) rethrows -> Result {
    guard let value = value as? Value else { return try body() }
    return try local.withValue(value, operation: body)
  }

  func bind(_ value: any Sendable, _ body: () async throws -> Void) async throws {
    guard let value = value as? Value else { return try await body() }
    try await local.withValue(value, operation: body)
  }
}
