// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()

  /// Not of SwiftUI: that of the `withAnimation` that is being executed, on the main actor.
  nonisolated(unsafe) fileprivate(set) static var current: Animation?
}

public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  let before = unsafe Animation.current
  unsafe Animation.current = animation
  defer { unsafe Animation.current = before }
  return try body()
}

extension View {
  /// Compiles only: nothing moves.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
}
