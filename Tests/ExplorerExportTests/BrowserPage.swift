import Foundation
import SluiceTree
import SluiceWire
import Synchronization

@testable import ExplorerKit

/// An exported session in a browser.
final class BrowserPage: Sendable {
  /// What happened that should not.
  struct Log {
    /// Errors and warnings of the console, and exceptions.
    var problems: [String] = []
    /// The addresses of all requests.
    var requests: [String] = []
    /// Whether it has taken the place of the empty page with which a tab begins.
    var isShown = false
    var loaded: CheckedContinuation<Void, Never>?
    var isLoaded = false
  }

  private let browser: Browser
  private let session: String
  private let log: Mutex<Log>
  private let file: URL

  var problems: [String] { log.withLock { $0.problems } }
  var requests: [String] { log.withLock { $0.requests } }
  /// The only address that a page may ask for.
  var address: String { file.absoluteString }

  /// Opens a session as a page.
  convenience init(
    _ exported: ExportedSession,
    pins: [StatePath] = [],
    isDark: Bool = false
  ) async throws {
    let collected = Collected()
    SessionPage(exported, pins: pins).write { collected.take($0) }
    try await self.init(page: collected.bytes, isDark: isDark)
  }

  /// Opens a page, which has the focus.
  init(page: [UInt8], isDark: Bool = false) async throws {
    file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID()).html")
    try Data(page).write(to: file)
    browser = try Browser.shared.get()
    log = Mutex(Log())
    let target = try await browser.send("Target.createTarget", ["url": "about:blank"])
    let attached = try await browser.send(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? .null, "flatten": true]
    )
    guard case .string(let session)? = attached["sessionId"] else {
      throw Browser.Failure(description: "There is no session: \(attached)")
    }
    self.session = session
    browser.listen(to: session) { [weak self] method, event in self?.take(method, event) }
    for domain in ["Page", "Runtime", "Log", "Network"] { try await send("\(domain).enable") }
    try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    let scheme: Tree = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try await send("Emulation.setEmulatedMedia", ["features": [scheme]])
    try await send("Page.navigate", ["url": .string(address)])
    await withCheckedContinuation { continuation in
      let isLoaded = log.withLock { log in
        if !log.isLoaded { log.loaded = continuation }
        return log.isLoaded
      }
      if isLoaded { continuation.resume() }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: file)
  }

  /// Closes the tab.
  func close() async throws {
    try await send("Page.close")
  }

  private func send(_ method: String, _ parameters: Tree = [:]) async throws {
    try await browser.send(method, parameters, session: session)
  }

  private func take(_ method: String, _ event: Tree) {
    let loaded = log.withLock { log -> CheckedContinuation<Void, Never>? in
      switch method {
      case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled":
        log.problems.append(event.summary(limit: 1_000))
      case "Network.requestWillBeSent":
        if case .string(let address)? = event["request"]?["url"] { log.requests.append(address) }
      case "Page.frameNavigated":
        log.isShown = event["frame"]?["url"] != "about:blank"
      case "Page.loadEventFired" where log.isShown && !log.isLoaded:
        log.isLoaded = true
        return log.loaded
      default: break
      }
      return nil
    }
    loaded?.resume()
  }

  // MARK: - What a person does

  /// Presses keys, such as `ArrowDown` or `w`.
  func press(_ keys: String...) async throws {
    for key in keys {
      var members: [(String, Tree?)] = [("type", "keyDown"), ("key", .string(key))]
      // What a key does beside its event, the browser decides by these.
      if key.count == 1 || key == "Enter" {
        members.append(("text", .string(key == "Enter" ? "\r" : key)))
      }
      let codes: [String: Int64] = ["Enter": 13, "Tab": 9]
      members.append(("windowsVirtualKeyCode", codes[key].map { .integer($0) }))
      try await send("Input.dispatchKeyEvent", .object(present: members))
      try await send("Input.dispatchKeyEvent", ["type": "keyUp", "key": .string(key)])
    }
  }

  /// Types a text where the focus is.
  func type(_ text: String) async throws {
    try await send("Input.insertText", ["text": .string(text)])
  }

  /// Evaluates an expression in the page.
  @discardableResult
  func evaluate(_ expression: String) async throws -> Tree {
    let answer = try await browser.send(
      "Runtime.evaluate",
      ["expression": .string(expression), "returnByValue": true, "awaitPromise": true],
      session: session
    )
    if let exception = answer["exceptionDetails"] {
      throw Browser.Failure(description: exception.summary(limit: 2_000))
    }
    return answer["result"]?["value"] ?? .null
  }

  /// The text of the first element that a selector finds, as it is shown.
  func text(_ selector: String) async throws -> String {
    guard let text = try await texts(selector).first else {
      throw Browser.Failure(description: "Nothing is found by \(selector).")
    }
    return text
  }

  /// The texts of all elements that a selector finds.
  func texts(_ selector: String) async throws -> [String] {
    let literal = String(decoding: JSONText.bytes(of: .string(selector)), as: UTF8.self)
    let found = try await evaluate(
      "[...document.querySelectorAll(\(literal))].map((one) => one.innerText)"
    )
    guard case .array(let elements) = found else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Prints the page as a document.
  func printed() async throws -> Int {
    let answer = try await browser.send("Page.printToPDF", [:], session: session)
    guard case .string(let data)? = answer["data"] else { return 0 }
    return data.utf8.count
  }
}
