import SluiceWire

// The past that a hub holds.
extension Hub {
  /// Sends a viewer the next page or answer that it waits for, if it has read those before.
  func sendNextPage(to viewer: Int) {
    guard let command = peers[viewer].takeHistoryRequest() else { return }
    switch command.record {
    case .question(let question):
      let answer = pasts.answer(question, atMost: longestRecord)
      peers[viewer].answer(page: answer.line())
      peers[viewer].write()
    case .history(let request): send(request, of: command, to: viewer)
    default: break
    }
  }

  private func send(_ request: WireRecord.History, of command: WireEnvelope, to viewer: Int) {
    var lines: [UInt8] = []
    do throws(CommandRefusal) {
      for record in try records(for: request, about: command.instance) {
        let start = lines.count
        record.write(to: &lines, instance: command.instance)
        guard lines.count - start > longestRecord else { continue }
        // Old values that were filled in may have made it longer than it came.
        lines.removeSubrange(start...)
        record.fitted(to: longestRecord).write(to: &lines, instance: command.instance)
      }
    } catch {
      let failure = WireRecord.Failure(message: error.description, reply: request.request)
      WireRecord.error(failure).write(to: &lines, instance: command.instance)
    }
    peers[viewer].answer(page: lines)
    peers[viewer].write()
  }

  private func records(
    for request: WireRecord.History,
    about instance: String?
  ) throws(CommandRefusal) -> [WireRecord] {
    guard let records = pasts.page(request, of: instance) else {
      throw .nothingHeld(instance ?? "")
    }
    return records
  }
}
