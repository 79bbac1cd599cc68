import Sluice
import SluiceSocket
import SluiceWire

extension Worker {
  /// Writes the stream to a file until the link is closed.
  func record(toFileAt path: String) {
    do throws(SocketError) {
      try record(to: try openFile(path))
    } catch {
      note(error)
      link.disconnect(error)
    }
    link.answerFlushes(sent: queue.sent)
  }

  /// Opens the file, later if the system can't at the moment.
  private func openFile(_ path: String) throws(SocketError) -> any RecordingDestination {
    while true {
      do throws(SocketError) {
        return try link.openFile(path)
      } catch {
        guard error.mayPass, !link.isClosing else { throw error }
        note(error)
        waitForEvents(atMost: Pace.retryTime)
      }
    }
  }

  private func record(to file: some RecordingDestination) throws(SocketError) {
    var file = file
    beginRecording(turn: file.turn)
    // The first state, before anything else is encoded.
    note(write(to: file))
    var spent: Duration?
    var pace = Pace(.file, now: world.clock.now())
    var isOver = false
    while true {
      var turn = Pace.Turn()
      // Read before taking: what arrives in between is taken in the next turn.
      turn.isClosing = link.isClosing
      // Before anything is taken: what is encoded belongs to what was written before.
      let fault = keep(&file)
      turn.isBlocked = fault != nil
      let start = world.clock.now()
      turn.work = turn.isBlocked ? 0 : takeEvents(spent: spent).count
      enforceLimits()
      if turn.isClosing, turn.work == 0, link.isDrained, !isOver, !mustSendState {
        isOver = true
        queue.append(.bye(sequence: sequence))
      }
      turn.isOver = isOver
      let unwritten = fault ?? write(to: file)
      spent = unwritten == nil ? start.duration(to: world.clock.now()) : nil
      let trouble = unwritten ?? (isOver ? nil : writeMark(to: &file))
      turn.isWritten = trouble == nil
      note(trouble ?? waitTrouble)
      reportLosses(isLast: isOver)
      link.answerFlushes(sent: queue.sent)
      checkRestoring(isLast: isOver && turn.isWritten)
      turn.mustGoOn = turn.isWritten && mustSendState
      switch pace.next(after: turn, now: world.clock.now()) {
      case .again: continue
      case .end: return
      case .giveUp: if let trouble { throw trouble }
      case .wait(let activity, let limit, let evenIfBusy):
        guard link.becomeIdle(activity, isFull: queue.isFull) || evenIfBusy else { continue }
        // What can't be taken now would only keep it awake.
        waitForEvents(atMost: turn.isBlocked ? limit : link.wait(atMost: limit))
      }
    }
  }

  private func waitForEvents(atMost limit: Duration?) {
    defer { link.wakeUp() }
    var poller = Poller(world)
    poller.add(link.waker.descriptor, for: .reading)
    // Not long after a wait that failed, so that its trouble is over when the system's is.
    let limit = waitTrouble == nil ? limit : min(limit ?? Pace.retryTime, Pace.retryTime)
    do throws(SocketError) {
      _ = try poller.wait(timeout: limit)
      waitTrouble = nil
    } catch {
      // What was committed meanwhile is written even so.
      waitTrouble = error
    }
    link.waker.drain()
  }

  /// Begins the file anew if others removed or truncated it; returns why that is not possible.
  private func keep(_ file: inout some RecordingDestination) -> SocketError? {
    // A file that was removed when all is over stays away.
    let isDone = link.isClosing && link.isDrained && queue.isEmpty
    guard !isDone, let fault = file.fault() else { return nil }
    do throws(SocketError) {
      file = try file.anew(after: fault)
    } catch {
      return error
    }
    let gap = queue.beginAnew()
    announce(turn: file.turn)
    enqueue(.hello(hello(lastCommit: maker.lastNumber ?? 0)), .notice)
    if let gap { enqueue(.dropped(gap), .notice) }
    link.beginDiagnostics()
    needsState = true
    if !maker.lacksState { sendState() }
    link.report(.begunAnew(reason: fault.rawValue))
    return nil
  }

  /// Returns why not everything could be written, if that is so.
  private func write(to file: some RecordingDestination) -> SocketError? {
    while case let bytes = queue.next(), !bytes.isEmpty {
      do throws(SocketError) {
        queue.didWrite(try file.writeSome(bytes))
      } catch {
        return error
      }
    }
    return nil
  }

  /// Writes a mark, or begins the other file with one, if it is time and the state after the last commit is known.
  private func writeMark(to file: inout some RecordingDestination) -> SocketError? {
    if let limit = queue.fitRecordingLimit() { link.report(.limitRaised(to: limit)) }
    let isFull = queue.needsTurn
    guard isFull || queue.needsMark, !isBehind, !needsState, let state = maker.state,
      queue.lastCommit <= state.number
    else { return nil }
    if isFull {
      do throws(SocketError) {
        file = try file.turned()
      } catch {
        return error
      }
    }
    let store = WireRecord.Mark.Store(instance: link.instance, number: state.number)
    let hello = WireRecord.hello(hello(lastCommit: state.number))
    queue.mark(store, [hello, .state(state)], turn: isFull ? file.turn : nil)
    return write(to: file)
  }

  private func note(_ trouble: SocketError?) {
    guard trouble != lastTrouble else { return }
    lastTrouble = trouble
    link.note(trouble: trouble?.description)
    if let trouble { link.report(.notWritten(reason: trouble.description)) }
  }

  /// Reports how many commits were joined or dropped, now and then.
  private func reportLosses(isLast: Bool) {
    lostCommits += queue.takeDroppedCommits()
    let now = world.clock.now()
    guard lostCommits > 0, isLast || lossReport.map({ $0.duration(to: now) > .seconds(1) }) ?? true
    else { return }
    link.report(.lost(commits: lostCommits))
    lostCommits = 0
    lossReport = now
  }

  /// Reports if no program could start again from what is recorded.
  private func checkRestoring(isLast: Bool) {
    restoring.begin(for: maker, isLast: isLast, in: world) { [link] in
      link.report(.notRestorable(reason: $0))
    }
  }
}
