#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the process does when it receives a signal.
package struct SignalAction {
  private var action = sigaction()

  /// Looks up the action that a signal has now.
  package init(of number: Int32) {
    unsafe sigaction(number, nil, &action)
  }

  /// Whether the signal is ignored, as a parent process such as `nohup` may have arranged.
  package var isIgnored: Bool { unsafe handlerBits == unsafeBitCast(SIG_IGN, to: UInt.self) }

  /// Whether the signal does what it does in a process that says nothing about it.
  var isDefault: Bool { unsafe handlerBits == unsafeBitCast(SIG_DFL, to: UInt.self) }

  /// Function pointers cannot be compared in Swift; their bits can.
  private var handlerBits: UInt {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: UInt.self)
  }

  /// Ignores a signal.
  ///
  /// - Returns: The action before, to restore later.
  package static func ignore(_ number: Int32) -> SignalAction {
    let before = SignalAction(of: number)
    signal(number, SIG_IGN)
    return before
  }

  /// Makes this the action of a signal.
  package func restore(to number: Int32) {
    var action = action
    unsafe sigaction(number, &action, nil)
  }
}
