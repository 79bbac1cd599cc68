import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceWire

/// Runs the screen: waits for keys, events and effects, dispatches them, and draws.
///
/// Belongs to one thread. What comes is taken into the pasts, a piece at a time, and what is known of programs by
/// then is dispatched once for each frame: frames are dropped where it comes fast or the terminal is slow, commits
/// never. Keys are dispatched and drawn at once, between two pieces. While nothing happens, it waits.
final class ScreenLoop {
  let store: Store<ScreenState, ScreenEnvironment>
  private let device: TerminalDevice
  private let outbox: ScreenOutbox
  private let waker: ScreenWaker
  private let interruption: Interruption
  private let remarks = HeldRemarks()
  private var source: ScreenSource
  private var writer: FrameWriter
  private var commands = PendingCommands()
  /// The revision of the pasts that was dispatched last.
  private var shown = 0
  /// What went wrong since.
  private var problem: String?
  private var frames = FrameTimer(at: .now)
  /// The state's ``ScreenState/redraws`` of the last frame.
  private var redraws = 0
  /// What is to be copied once the terminal takes bytes; the last text stands for those before it.
  private var clipboard: String?
  /// The editor that has the terminal, and whose keys aren't read here; `nil` if the screen has it.
  private var editor: EditorProcess?
  private var ticks = TickTimer()
  private var delay = DelayTimer()
  /// When the terminal has settled after a change of its size; `nil` if it has.
  private var settled: ContinuousClock.Instant?
  /// Whether the terminal is gone, or a signal has asked for the end.
  private var isOver = false
  /// The signal that asked for the end.
  private var lastSignal: Int32?

  init(
    _ source: ScreenSource,
    _ state: ScreenState,
    on device: TerminalDevice,
    colors: Bool,
    interruption: Interruption
  ) throws(SocketError) {
    outbox = try ScreenOutbox()
    store = Store(initialState: state, environment: ScreenEnvironment(outbox))
    store.onDiagnostic = { [remarks] in remarks.add($0) }
    self.source = source
    self.device = device
    self.interruption = interruption
    writer = FrameWriter(colors: colors)
    store.registerScreen()
    waker = ScreenWaker(outbox.pipe, thread: ServiceThread.currentNumber())
    store.register(interceptor: waker)
  }

  /// Shows the screen until somebody leaves it, or the source fails.
  func run() throws(ExplorerError) {
    defer {
      device.leave()
      remarks.release()
      editor?.terminate()
      cancelRequests()
    }
    drawAnew()
    draw()
    while !store.isEnding, !interruption.isRequested, !isOver {
      var others: [(descriptor: Int32, interest: Poller.Interest)] = [
        (outbox.pipe.descriptor, .reading), (interruption.descriptor, .reading),
      ]
      for (descriptor, awaitsWriting) in editor == nil ? device.descriptors : [] {
        others.append((descriptor, awaitsWriting ? [.reading, .writing] : .reading))
      }
      let events = try source.turn(alsoWaitingFor: others, atMost: wait)
      for event in events { commands.take(event) }
      commands.expire()
      problem = events.lazy.compactMap(\.failureText).last ?? problem
      takeInput()
      settle()
      serveOutbox()
      // What somebody waits for comes first.
      draw()
      noteDelay()
      showPasts()
      tick()
      draw()
    }
    if let lastSignal { device.end(by: lastSignal) }
  }

  /// The longest wait; `nil` if nothing is to be done by itself.
  private var wait: Duration? {
    let deadlines = [
      frames.deadline(hasNews: hasNews, isBlocked: isBlocked), delay.next, ticks.next,
      commands.nextDeadline, settled,
    ]
    let deadline = deadlines.compactMap(\.self).min()
    let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    return [rest, editor == nil ? device.longestWait : nil].compactMap(\.self).min()
  }

  /// Whether nothing can be drawn: an editor has the terminal, or it hasn't taken the frame before.
  private var isBlocked: Bool { editor != nil || device.isBehind }

  /// Dispatches what was typed.
  private func takeInput() {
    guard editor == nil else { return }
    let events = device.takeEvents()
    for event in events {
      switch event {
      case .input(.key(KeyPress(.character("z"), .control))):
        device.suspend()
        drawAnew()
      case .input(let one):
        if one.isByHand { store.dispatch(action: InputReceived(input: one)) }
      case .resized:
        drawAnew()
        settled = .now + .milliseconds(100)
      case .resumed:
        drawAnew()
      case .ended(let signal):
        lastSignal = signal
        isOver = true
      }
    }
    if !events.isEmpty { frames.noteInput(at: .now) }
  }

  /// Draws everything in the next frame, in the terminal's size.
  private func drawAnew() {
    writer.forget()
    store.dispatch(action: Resized(size: device.size))
    frames.need()
  }

  /// Draws everything once more, a while after the last change of the size: a terminal may have moved
  /// or cut what was drawn while its own change was under way.
  private func settle() {
    guard let settled, settled <= .now else { return }
    self.settled = nil
    writer.forget()
    frames.need()
  }

  /// Dispatches that an answer takes long, when somebody notices.
  ///
  /// The clock is this thread's: those of effects may all be busy with answers.
  private func noteDelay() {
    // A key that is released may ask for something else, which has its own time.
    while let awaited = delay.take(store.awaited, at: .now) {
      store.dispatch(action: AnswerDelayed(awaited: awaited))
      frames.need()
    }
  }

  /// Whether something came that isn't dispatched.
  private var hasNews: Bool { problem != nil || source.pasts.revision != shown }

  /// Dispatches what is known of programs, if that has changed, when it is time for a frame.
  private func showPasts() {
    let hasNews = hasNews
    let now = ContinuousClock.now
    guard frames.showsNews(hasNews, at: now), hasNews else { return }
    let pasts = source.pasts
    shown = pasts.revision
    let time = source.isLive ? HostProcess.microsecondsSince1970 : nil
    store.dispatch(action: Arrived(pasts: pasts.all, problem: problem, time: time))
    problem = nil
    if source.isLive { ticks.start(at: now) }
  }

  private func tick() {
    guard ticks.take(at: .now) else { return }
    store.dispatch(action: Ticked(time: HostProcess.microsecondsSince1970))
    frames.need()
    // Until no run lives, and the last commits are a minute old.
    if !store.watching.isMoving { ticks.stop() }
  }

  /// Draws what has changed, unless the terminal hasn't taken the frame before.
  private func draw() {
    guard !isBlocked else { return }
    if let text = clipboard {
      clipboard = nil
      device.write(ClipboardSequence.bytes(copying: text))
    }
    guard !device.isBehind, frames.draws(at: .now, isAwaited: store.detail.isAwaited) else {
      return
    }
    if redraws != store.redraws {
      redraws = store.redraws
      writer.forget()
    }
    let bytes = writer.bytes(showing: store.selectCurrent(ScreenSelectors.grid))
    if !bytes.isEmpty { device.write(bytes) }
  }

  // MARK: - Effects

  /// Does what effects asked for.
  private func serveOutbox() {
    outbox.pipe.drain()
    switch waker.takeChange() {
    case .none: break
    case .progress: frames.noteProgress()
    case .answer: frames.need()
    }
    for request in outbox.takeAll() {
      switch request {
      case .send(let command, let instance, let continuation):
        do throws(ScreenFailure) {
          let number = try source.send(command, to: instance)
          commands.add(number, of: instance, continuation)
        } catch {
          continuation.resume(throwing: error)
        }
      case .copy(let text): clipboard = text
      case .open(let file, let line, let continuation):
        find(file, line, continuation)
      case .edit(let editor, let continuation): edit(editor, continuation)
      case .edited(let source, let status, let continuation):
        takeBack()
        do throws(ScreenFailure) {
          try source.check(status)
          continuation.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Cancels pending requests of effects, and those that they make from now on.
  private func cancelRequests() {
    commands.cancelAll()
    outbox.close()
  }

  /// Searches for a file without keeping programs waiting, and asks for an editor when it's found.
  private func find(
    _ file: String,
    _ line: Int,
    _ continuation: CheckedContinuation<Void, any Error>
  ) {
    do throws(SocketError) {
      _ = try ServiceThread(name: "search") { [outbox] in
        do throws(ScreenFailure) {
          outbox.add(.edit(try SourceEditor(file: file, line: line), continuation))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } catch {
      continuation.resume(throwing: ScreenFailure(description: "\(error)"))
    }
  }

  /// Leaves the terminal to an editor, until it has ended.
  private func edit(_ source: SourceEditor, _ continuation: CheckedContinuation<Void, any Error>) {
    guard editor == nil else {
      let failure = ScreenFailure(description: "An editor is open.")
      return continuation.resume(throwing: failure)
    }
    device.leave()
    interruption.ignoreKey()
    do {
      let process = try source.start()
      editor = process
      _ = try ServiceThread(name: "editor") { [outbox] in
        outbox.add(.edited(source, process.awaitEnd(), continuation))
      }
    } catch {
      editor?.terminate()
      takeBack()
      continuation.resume(throwing: error)
    }
  }

  /// Takes the terminal back from an editor.
  private func takeBack() {
    editor = nil
    interruption.heedKey()
    device.enterAgain()
    drawAnew()
  }
}
