import Sluice
import SluiceLocks
import SluiceSocket
import SluiceWire

// For the background thread.
extension Link {
  /// The watched store; `nil` if only a part of it is watched, or it was freed.
  var source: StateSource? { lock.withLock { attachedSource.value } }

  var isClosing: Bool { lock.withLock { lifetime == .closing } }

  /// Returns the store's state and commit number, unless the store was freed.
  func snapshot() -> (state: HeldState, number: Int)? {
    let (source, finalState) = lock.withLock { (attachedSource.value, self.finalState.value) }
    return source?.snapshot() ?? finalState
  }

  /// Adds states to commits from now on; returns how far the commits had come.
  func connect() -> (sequence: Int, lastNumber: Int?) {
    watch.setConnected(true)
    let wasUnwatched = watch.begin()
    let begun = wasUnwatched ? source?.refreshInterests() : nil
    updateRecording()
    return lock.withLock {
      buffer.advance(to: watch.lastNumber)
      // A commit up to this one may still be delivered; with a backlog, all of them will be.
      if !watch.keepsBacklog { buffer.advance(to: begun) }
      buffer.connect()
      isStreaming = true
      trouble = nil
      return (buffer.sequence, buffer.lastNumber)
    }
  }

  /// Begins a recording; returns the state from which its changes are computed, if it is known.
  func beginRecording() -> (state: HeldState, number: Int)? {
    _ = watch.begin()
    return lock.withLock {
      isStreaming = true
      return initialState.exchange(nil)
    }
  }

  /// Marks that there is no Explorer: commits need nothing until one connects.
  func markUnwatched() {
    guard let source else { return }
    let (isFirst, forgets) = watch.markUnwatched()
    if isFirst { source.refreshInterests() }
    updateRecording()
    if forgets { change { ((), $0.removeUnwatched()) } }
  }

  /// Only counts commits from now on.
  func pause() {
    lock.withLock { buffer.pause() }
    room.open()
  }

  /// Adds states to commits again; returns how far the commits had come.
  func resume() -> Int? {
    lock.withLock {
      buffer.resume()
      return buffer.lastNumber
    }
  }

  func disconnect(_ error: SocketError?) {
    change { buffer in
      if let error { trouble = "\(error)" }
      isStreaming = false
      return ((), buffer.disconnect())
    }
    watch.setConnected(false)
    updateRecording()
    room.open()
  }

  /// - Parameter trouble: The last failure with the other side; `nil` if it is over.
  func note(trouble: String?) {
    lock.withLock { self.trouble = trouble }
  }

  /// Records how far the records have been sent; the caller holds the lock.
  func note(sent progress: SendQueue.Progress) {
    sent.sequence = progress.sequence
    sent.commit = max(sent.commit, progress.commit)
    sent.dropped = progress.dropped
  }

  /// Takes the events up to a commit before the connection; returns how far commits have come.
  func takeBacklog(through number: Int) -> (events: [EventBuffer.Event], lastNumber: Int?) {
    change { buffer in
      buffer.advance(to: watch.lastNumber)
      let (events, removed) = buffer.takeBacklog(through: number)
      return ((events, buffer.lastNumber), removed)
    }
  }

  func take(
    isFull: Bool,
    hasProgressed: Bool,
    recordBytes: Int,
    spent: Duration?
  ) -> [EventBuffer.Event] {
    let (events, measured) = lock.withLock {
      buffer.take(
        isFull: isFull,
        hasProgressed: hasProgressed,
        recordBytes: recordBytes,
        spent: spent
      )
    }
    room.open()
    measure(measured)
    return events
  }

  /// Whether all events and diagnostics were taken.
  var isDrained: Bool { lock.withLock { buffer.isEmpty && !diagnostics.isPending } }

  /// Whether encoded records may be dropped rather than wait for the other side.
  var canDrop: Bool { lock.withLock { buffer.canDrop } }

  func becomeIdle(_ activity: EventBuffer.Activity, isFull: Bool) -> Bool {
    lock.withLock {
      lifetime != .closing && buffer.becomeIdle(activity, isFull: isFull)
    }
  }

  func wakeUp() {
    lock.withLock { _ = buffer.wakeUp() }
  }

  /// Marks the end of the thread.
  func end() {
    let initialState = change { buffer in
      lifetime = .over
      isStreaming = false
      return (self.initialState.exchange(nil), buffer.disconnect())
    }
    withExtendedLifetime(initialState) {}
    refuseFlushes()
    room.open()
  }
}
