import SluiceSocket

extension Worker {
  /// Writes the stream to a new file until the link is closed or the file can't be written.
  func record(toFileAt path: String) {
    do throws(SocketError) {
      let file = try RecordingFile(at: path)
      try record(to: file)
      link.answerFlushes(sent: queue.sentSequence)
    } catch {
      link.disconnect(error)
    }
  }

  private func record(to file: RecordingFile) throws(SocketError) {
    beginStream()
    var poller = Poller()
    while true {
      // Read before taking: what arrives in between is taken in the next turn.
      let isClosing = link.isClosing
      let events = link.take(isFull: queue.isFull)
      for event in events { enqueue(event) }
      enforceLimits()
      let isOver = isClosing && events.isEmpty && !mustSendState
      if isOver { queue.append(.bye(sequence: sequence)) }
      try write(to: file)
      link.answerFlushes(sent: queue.sentSequence)
      if isOver { return }
      guard events.isEmpty, !mustSendState, link.becomeIdle(.waiting, isFull: queue.isFull) else {
        continue
      }
      defer { link.wakeUp() }
      poller.removeAll()
      poller.add(link.waker.descriptor, for: .reading)
      _ = try poller.wait(timeout: nil)
      link.waker.drain()
    }
  }

  private func write(to file: RecordingFile) throws(SocketError) {
    while case let bytes = queue.next(), !bytes.isEmpty {
      try file.write(Array(bytes))
      queue.didWrite(bytes.count)
    }
  }
}
