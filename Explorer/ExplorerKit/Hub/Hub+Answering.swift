import SluiceWire

// The past that a hub holds.
extension Hub {
  /// Sends a viewer the next answer that it waits for, or part of its backlog, if it has read what came before.
  func sendPast(to viewer: Int) {
    guard peers[viewer].hasRoomForPast else { return }
    if let question = peers[viewer].takeQuestion() {
      peers[viewer].addPast(pasts.answer(question, atMost: longestRecord).line())
    } else if let part = peers[viewer].takeBacklog(pasts) {
      var lines: [UInt8] = []
      for record in part.records {
        let start = lines.count
        record.write(to: &lines, instance: part.instance)
        guard lines.count - start > longestRecord else { continue }
        // Old values that were filled in may have made it longer than it came.
        lines.removeSubrange(start...)
        record.fitted(to: longestRecord).write(to: &lines, instance: part.instance)
      }
      if !peers[viewer].hasBacklog { WireRecord.live(.init()).write(to: &lines) }
      peers[viewer].addPast(lines)
    } else {
      return
    }
    peers[viewer].write()
  }
}
