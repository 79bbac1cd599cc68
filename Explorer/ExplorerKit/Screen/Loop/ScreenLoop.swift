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
  /// The shortest time between two frames that no key asked for.
  private static let frameTime = Duration.milliseconds(16)
  /// How long a frame waits for the lines of the pane, so that a key is drawn once, and in time.
  private static let paneTime = Duration.milliseconds(6)

  let store: Store<ScreenState, ScreenEnvironment>
  private let device: TerminalDevice
  private let outbox: ScreenOutbox
  private let waker: ScreenWaker
  private let interruption: Interruption
  private var source: ScreenSource
  private var writer: FrameWriter
  private var commands = PendingCommands()
  /// The revision of the pasts that was dispatched last.
  private var shown = 0
  /// What went wrong since.
  private var problem: String?
  private var nextFrame = ContinuousClock.now
  /// Until when the next frame waits for the pane; `nil` if it doesn't.
  private var paneDeadline: ContinuousClock.Instant?
  /// Whether something has changed that isn't drawn.
  private var needsFrame = true
  /// Whether that is only what is looked for or counted beside the keys, which waits for its time.
  private var hasProgress = false
  /// The state's ``ScreenState/redraws`` of the last frame.
  private var redraws = 0
  /// What is to be copied once the terminal takes bytes; the last text stands for those before it.
  private var clipboard: String?
  /// The editor that has the terminal, and whose keys aren't read here; `nil` if the screen has it.
  private var editor: EditorProcess?
  private var ticks = TickTimer()
  private var delay = DelayTimer()
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
      let events = try source.turn(
        alsoWaitingFor: others,
        atMost: wait
      )
      for event in events { commands.take(event) }
      commands.expire()
      problem = events.lazy.compactMap(\.failureText).last ?? problem
      var isAwaited = takeInput()
      if serveOutbox() { isAwaited = true }
      // What somebody waits for comes first.
      if isAwaited {
        needsFrame = true
        draw()
      }
      if noteDelay() { needsFrame = true }
      if showPasts() { needsFrame = true }
      if tick() { needsFrame = true }
      draw()
    }
    if let lastSignal { device.end(by: lastSignal) }
  }

  /// The longest wait; `nil` if nothing is to be done by itself.
  private var wait: Duration? {
    var deadline: ContinuousClock.Instant?
    if hasNews || hasProgress { deadline = nextFrame }
    if let paneDeadline, needsFrame, editor == nil, !device.isBehind {
      deadline = min(deadline ?? paneDeadline, paneDeadline)
    }
    if let delay = delay.next { deadline = min(deadline ?? delay, delay) }
    if let tick = ticks.next { deadline = min(deadline ?? tick, tick) }
    if let end = commands.nextDeadline { deadline = min(deadline ?? end, end) }
    let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    return [rest, editor == nil ? device.longestWait : nil].compactMap(\.self).min()
  }

  /// Dispatches what was typed.
  ///
  /// - Returns: Whether there was something.
  private func takeInput() -> Bool {
    guard editor == nil else { return false }
    let events = device.takeEvents()
    for event in events {
      switch event {
      case .input(.key(KeyPress(.character("z"), .control))):
        device.suspend()
        drawAnew()
      case .input(let one):
        if let action = one.action { store.dispatch(action: action) }
      case .resized, .resumed:
        drawAnew()
      case .ended(let signal):
        lastSignal = signal
        isOver = true
      }
    }
    if !events.isEmpty { paneDeadline = .now + Self.paneTime }
    return !events.isEmpty
  }

  /// Draws everything in the next frame, in the terminal's size.
  private func drawAnew() {
    writer.forget()
    store.dispatch(action: Resized(size: device.size))
  }

  /// Dispatches that an answer takes long, when somebody notices.
  ///
  /// The clock is this thread's: those of effects may all be busy with answers.
  ///
  /// - Returns: Whether it was dispatched.
  private func noteDelay() -> Bool {
    guard let awaited = delay.take(store.awaited, at: .now) else { return false }
    store.dispatch(action: AnswerDelayed(awaited: awaited))
    return true
  }

  /// Whether something came that isn't dispatched.
  private var hasNews: Bool { problem != nil || source.pasts.revision != shown }

  /// Dispatches what is known of programs, if that has changed, when it is time for a frame.
  ///
  /// - Returns: Whether there is something to draw.
  private func showPasts() -> Bool {
    let now = ContinuousClock.now
    guard hasNews || hasProgress, now >= nextFrame else { return false }
    if hasNews {
      let pasts = source.pasts
      shown = pasts.revision
      store.dispatch(action: Arrived(pasts: pasts.all, problem: problem))
      problem = nil
      if source.isLive { ticks.start(at: now) }
    }
    hasProgress = false
    nextFrame = now + Self.frameTime
    return true
  }

  private func tick() -> Bool {
    guard ticks.take(at: .now) else { return false }
    store.dispatch(action: Ticked(time: HostProcess.microsecondsSince1970))
    // Until the last commits are a minute old, as the line of blocks shows.
    if !store.watching.isMoving { ticks.stop() }
    return true
  }

  /// Draws what has changed, unless the terminal hasn't taken the frame before.
  private func draw() {
    if let text = clipboard, editor == nil, !device.isBehind {
      clipboard = nil
      device.write(ClipboardSequence.bytes(copying: text))
    }
    guard needsFrame, editor == nil, !device.isBehind else { return }
    if let paneDeadline, store.detail.isAwaited, .now < paneDeadline { return }
    paneDeadline = nil
    needsFrame = false
    if redraws != store.redraws {
      redraws = store.redraws
      writer.forget()
    }
    let bytes = writer.bytes(showing: store.selectCurrent(ScreenSelectors.grid))
    if !bytes.isEmpty { device.write(bytes) }
  }

  // MARK: - Effects

  /// Does what effects asked for.
  ///
  /// - Returns: Whether an effect changed something for which somebody may wait.
  private func serveOutbox() -> Bool {
    outbox.pipe.drain()
    let change = waker.takeChange()
    if change != .none { hasProgress = true }
    var isChanged = change == .answer
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
        isChanged = true
        do throws(ScreenFailure) {
          try source.check(status)
          continuation.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    return isChanged
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
  private func edit(
    _ source: SourceEditor,
    _ continuation: CheckedContinuation<Void, any Error>
  ) {
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
      needsFrame = true
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
