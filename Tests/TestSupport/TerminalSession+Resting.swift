import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalSession {
  /// Sends a signal to whatever a shell has in the foreground.
  package func sendToForeground(signal: Int32) {
    let group = tcgetpgrp(control)
    if group > 0 { kill(-group, signal) }
  }

  /// Waits until the screen changes; returns whether it did within a time.
  package func changes(within time: Duration) async -> Bool {
    let before = shared.state.withLock { $0.changes }
    let deadline = ContinuousClock.now + time
    let alarm = Task.detached { [shared] in
      try await Task.sleep(until: deadline, clock: .continuous)
      shared.continuation.yield()
    }
    defer { alarm.cancel() }
    for await _ in shared.changes {
      if shared.state.withLock({ $0.changes }) != before { return true }
      if ContinuousClock.now >= deadline { return false }
    }
    return false
  }

  #if os(Linux)
    /// How often the system has put each thread of the process aside, by the thread's number.
    ///
    /// The same as some time ago if no thread has run since: one that runs waits afterwards, or has
    /// to let others run.
    package var contextSwitches: [String: [String]] {
      let folder = "/proc/\(process)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      var switches: [String: [String]] = [:]
      for thread in threads {
        let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)
        // Once tasks have run, the system's pool looks once a second whether it needs more threads.
        if name?.hasSuffix("qos.overcommit\n") == true { continue }
        let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
        switches[thread] = (status ?? "").split(separator: "\n").filter {
          $0.contains("ctxt_switches")
        }.map(String.init)
      }
      return switches
    }
  #endif
}
