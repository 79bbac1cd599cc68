import SluiceSocket

/// Where a recording is written.
protocol RecordingDestination: Sendable {
  /// Writes as much as there is room for; returns the number of bytes, 0 for a full disk.
  func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int
}

extension RecordingFile: RecordingDestination {}

extension Worker {
  /// How often it tries whether a full disk has room again.
  private static let retryTime = Duration.milliseconds(100)

  /// Writes the stream to a new file until the link is closed or the file can't be written.
  func record(toFileAt path: String) {
    do throws(SocketError) {
      let file = try link.settings.openFile(path)
      try record(to: file)
    } catch {
      link.disconnect(error)
    }
    link.answerFlushes(sent: queue.sent)
  }

  private func record(to file: any RecordingDestination) throws(SocketError) {
    beginRecording()
    var isOver = false
    var closingDeadline: ContinuousClock.Instant?
    var wasWritten = true
    while true {
      // Read before taking: what arrives in between is taken in the next turn.
      let isClosing = link.isClosing
      let events = takeEvents()
      enforceLimits()
      if isClosing, events.isEmpty, link.isDrained, !isOver, !mustSendState {
        isOver = true
        queue.append(.bye(sequence: sequence))
      }
      let isWritten = try write(to: file)
      let full = SocketError.diskFull(path: link.endpoint.path)
      if isWritten != wasWritten { link.note(trouble: isWritten ? nil : full.description) }
      wasWritten = isWritten
      link.answerFlushes(sent: queue.sent)
      if isOver, isWritten { return }
      if isClosing, !isWritten {
        let deadline = closingDeadline ?? .now + Self.closingTime
        closingDeadline = deadline
        if .now >= deadline { throw full }
      }
      if !events.isEmpty || isWritten && mustSendState { continue }
      try waitForEvents(upTo: isWritten ? nil : Self.retryTime, isClosing: isClosing)
    }
  }

  private func waitForEvents(upTo limit: Duration?, isClosing: Bool) throws(SocketError) {
    guard link.becomeIdle(.waiting, isFull: queue.isFull) || isClosing && limit != nil else {
      return
    }
    defer { link.wakeUp() }
    var poller = Poller()
    poller.add(link.waker.descriptor, for: .reading)
    _ = try poller.wait(timeout: limit)
    link.waker.drain()
  }

  /// Returns whether everything was written.
  private func write(to file: any RecordingDestination) throws(SocketError) -> Bool {
    while case let bytes = queue.next(), !bytes.isEmpty {
      let count = try file.writeSome(bytes)
      if count == 0 { return false }
      queue.didWrite(count)
    }
    return true
  }
}
