import ExplorerTerminal
import Foundation
import SluiceSocket

/// `sluice-explorer`, and `sluice-explorer watch`: the screen on a terminal, and the log elsewhere.
struct WatchCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    guard ScreenSession.isPossible(settings) else {
      return try LogCommand(settings: settings, interruption: interruption).run()
    }
    let watcher = try settings.makeWatcher(filling: settings.screenPasts, takesBacklog: true)
    var state = ScreenState(settings)
    state.watching.notice = try settings.idleNotice(of: watcher)
    let session = ScreenSession(settings: settings, interruption: interruption)
    try session.run(ScreenSource(watcher), state)
  }
}

/// The screen on the process's terminal, from its beginning to its end.
struct ScreenSession {
  let settings: Settings
  let interruption: Interruption

  /// Returns whether there is a terminal to show a screen on.
  static func isPossible(_ settings: Settings) -> Bool {
    Terminal.isInteractive && !settings.isJSON
  }

  func run(_ source: ScreenSource, _ state: ScreenState) throws(ExplorerError) {
    let colors = settings.isColored(
      on: Terminal(descriptor: OutputStream.standardOutput().descriptor)
    )
    let loop = try ExplorerError.endpoint { () throws(SocketError) in
      try ScreenLoop(source, state, on: device(), colors: colors, interruption: interruption)
    }
    try loop.run()
  }

  private func device() throws(SocketError) -> TerminalDevice {
    do throws(TerminalDeviceError) {
      return try TerminalDevice(interruption: interruption.descriptor)
    } catch {
      switch error {
      case .notATerminal: throw .system(call: "tcgetattr", path: nil, code: ENOTTY)
      case .system(let call, let code): throw .system(call: call, path: nil, code: code)
      }
    }
  }
}

extension ScreenState {
  /// Creates the state in which a screen begins.
  init(_ settings: Settings) {
    watching.filter = settings.filter
    if settings.log.time == .delta { list.times = .sinceLast }
  }
}
