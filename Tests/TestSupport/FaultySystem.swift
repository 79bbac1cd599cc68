package import SluiceSocket
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An operating system in which one call fails, once or from then on.
package final class FaultySystem: Sendable {
  package enum Call: String, CaseIterable, Sendable {
    case open, rename, read, write, sync, receive, send, connect, accept, poll

    /// The errors that a test gives it: one that asks for another attempt, and one that does not.
    fileprivate var codes: [Int32] {
      switch self {
      case .open: [EINTR, EMFILE, EIO]
      case .rename: [EINTR, EIO]
      case .read: [EINTR, EIO]
      case .write: [EINTR, ENOSPC, EIO]
      case .sync: [EINTR, EIO]
      case .receive: [EINTR, EAGAIN, ECONNRESET, EIO]
      case .send: [EINTR, EAGAIN, EPIPE, ENOBUFS, EIO]
      case .connect: [EINTR, ECONNREFUSED, EMFILE]
      case .accept: [EINTR, EMFILE, ECONNABORTED]
      case .poll: [EINTR, ENOMEM]
      }
    }
  }

  /// One way in which a call fails.
  package struct Fault: CustomStringConvertible, Sendable {
    package let call: Call
    package let code: Int32
    /// How many calls of the kind succeed before.
    package let after: Int
    /// Whether all that follow fail, too, until ``mend()``.
    package let isLasting: Bool

    package var description: String {
      "\(call.rawValue) number \(after + 1) fails with \(code)\(isLasting ? ", and all that follow" : "")"
    }

    /// Whether the same is done again at once, so that nobody notices.
    package var isUnnoticed: Bool { code == EINTR && !isLasting }

    /// What the system says of the error.
    package var reason: String {
      unsafe strerror(code).map { unsafe String(cString: $0) } ?? "\(code)"
    }
  }

  private let fault: Fault
  /// What does the calls that succeed.
  private let system: SystemCalls
  private let count = Atomic(0)
  private let isMended = Atomic(false)

  package init(_ fault: Fault, in system: SystemCalls = .system) {
    self.fault = fault
    self.system = system
  }

  /// Whether the call has failed.
  package var hasFailed: Bool { count.load(ordering: .acquiring) > fault.after }

  package var isWhole: Bool { isMended.load(ordering: .acquiring) }

  package func mend() { isMended.store(true, ordering: .releasing) }

  private func fails(_ call: Call) -> Bool {
    guard call == fault.call, !isMended.load(ordering: .acquiring) else { return false }
    let number = count.add(1, ordering: .acquiringAndReleasing).oldValue
    return fault.isLasting ? number >= fault.after : number == fault.after
  }

  /// Returns a negative number and sets the error if a call fails now, or else what the system returns.
  private func attempt<Number: SignedInteger>(_ call: Call, _ body: () -> Number) -> Number {
    guard fails(call) else { return body() }
    errno = fault.code
    return -1
  }

  package var calls: SystemCalls {
    let system = system
    var calls = system
    calls.open = { path, flags in self.attempt(.open) { system.open(path, flags) } }
    calls.rename = { path, new in self.attempt(.rename) { system.rename(path, new) } }
    unsafe calls.read = { file, bytes, count in
      self.attempt(.read) { unsafe system.read(file, bytes, count) }
    }
    unsafe calls.readAt = { file, bytes, count, offset in
      self.attempt(.read) { unsafe system.readAt(file, bytes, count, offset) }
    }
    unsafe calls.write = { file, bytes, count in
      self.attempt(.write) { unsafe system.write(file, bytes, count) }
    }
    calls.sync = { file in self.attempt(.sync) { system.sync(file) } }
    unsafe calls.receive = { socket, bytes, count in
      self.attempt(.receive) { unsafe system.receive(socket, bytes, count) }
    }
    unsafe calls.send = { socket, bytes, count in
      self.attempt(.send) { unsafe system.send(socket, bytes, count) }
    }
    unsafe calls.connect = { socket, address, size in
      self.attempt(.connect) { unsafe system.connect(socket, address, size) }
    }
    calls.accept = { socket in self.attempt(.accept) { system.accept(socket) } }
    calls.poll = { entries, milliseconds in
      self.fails(.poll) ? -self.fault.code : system.poll(&entries, milliseconds)
    }
    return calls
  }

  /// Runs something in a system in which each call fails in each way, at first the first one, until it
  /// needs fewer; returns how many times something failed.
  ///
  /// - Parameters:
  ///   - base: What does the calls that succeed.
  ///   - isLasting: Whether it also runs where a call fails from then on. A call that a signal interrupts
  ///     forever is none of them.
  @discardableResult
  package static func forEachFault(
    of calls: [Call],
    in base: SystemCalls = .system,
    lasting isLasting: [Bool] = [false, true],
    _ body: (FaultySystem, Fault) throws -> Void
  ) rethrows -> Int {
    var failures = 0
    for call in calls {
      for code in call.codes {
        for isLasting in isLasting where !(isLasting && code == EINTR) {
          var after = 0
          while true {
            let fault = Fault(call: call, code: code, after: after, isLasting: isLasting)
            let system = FaultySystem(fault, in: base)
            try awaiting("the end of a run in which \(fault)") { try body(system, fault) }
            guard system.hasFailed else { break }
            failures += 1
            // There are as many waits as a run takes time.
            after += call == .poll ? 1 + after / 4 : 1
          }
        }
      }
    }
    return failures
  }
}
