#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// What monitor, hub and recorder have of the world outside: time, threads, sockets and files, each as
/// one value.
///
/// They reach it through this value only. All else in them is computation, which decides between two
/// calls what to do next. A test puts faults in the place of some of these functions, or a simulated
/// world in the place of all.
package struct World: Sendable {
  package var clock = Clock()
  package var threads = Threads()
  package var sockets: Sockets
  package var files: Files

  /// The operating system's.
  package static let system = World(.system)

  /// - Parameter calls: What sockets and files are made of.
  package init(_ calls: SystemCalls) {
    sockets = Sockets(calls)
    files = Files(calls)
  }

  package struct Clock: Sendable {
    /// The time, which never runs backwards.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// The time of day, which jumps when the clock is set.
    package var microsecondsSince1970: @Sendable () -> Int64 = { HostProcess.microsecondsSince1970 }

    package init() {}
  }

  package struct Threads: Sendable {
    /// Starts a thread with a name, which runs until its work is done.
    package var start:
      @Sendable (String, @escaping @Sendable () -> Void) throws(SocketError) -> Void = {
        (name, work) throws(SocketError) in _ = try ServiceThread(name: name, work)
      }
    /// Lets the calling thread do nothing for a time.
    package var pause: @Sendable (Duration) -> Void = ServiceThread.pause
    package var makeWakeSignal: @Sendable () throws(SocketError) -> any WakeSignal = {
      () throws(SocketError) in try WakePipe()
    }
  }

  package struct Sockets: Sendable {
    /// Waits at most some milliseconds, or for as long as it takes if they are negative, until some of
    /// the entries are ready; returns their number, or the negative code of an error.
    package var poll: @Sendable (inout [pollfd], Int32) -> Int32
    /// Connects to a listener within a time.
    package var connect:
      @Sendable (Endpoint, PeerPolicy, Duration) throws(SocketError) -> any ByteStream
    package var listen: @Sendable (Endpoint, PeerPolicy) throws(SocketError) -> any Entrance
    /// Returns what becomes readable when something is removed from a socket's directory; `nil` where
    /// the system can't tell.
    package var watch: @Sendable (String) -> (any Waitable)? = { DirectoryWatch(ofSocket: $0) }

    package init(_ calls: SystemCalls) {
      poll = calls.poll
      connect = { (endpoint, policy, timeout) throws(SocketError) in
        try Connection.connect(to: endpoint, policy: policy, timeout: timeout, calls: calls)
      }
      listen = { (endpoint, policy) throws(SocketError) in
        try Listener(at: endpoint, policy: policy, calls: calls)
      }
    }
  }

  package struct Files: Sendable {
    /// Makes a file for a recording, or replaces one that is there if that is asked for.
    package var make:
      @Sendable (String, _ replacing: Bool) throws(SocketError) -> any RecordingDestination
    /// Begins the next file of a bounded recording, or replaces what is there if that is asked for.
    package var makeBounded:
      @Sendable (String, _ replacing: Bool) throws(SocketError) -> any RecordingDestination

    package init(_ calls: SystemCalls) {
      make = { (path, replacing) throws(SocketError) in
        try RecordingFile(at: path, replacing: replacing, calls)
      }
      makeBounded = { (path, replacing) throws(SocketError) in
        try BoundedRecording(at: path, replacing: replacing, calls)
      }
    }
  }
}
