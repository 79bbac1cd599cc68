import Foundation
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import ExplorerKit

/// What a page is shown on.
struct Screen: CustomTestStringConvertible {
  let width: Int64
  let height: Int64
  var isTouched = false

  static let phone = Screen(width: 390, height: 844, isTouched: true)
  static let tablet = Screen(width: 800, height: 1_024, isTouched: true)
  static let window = Screen(width: 1_200, height: 800)
  static let wide = Screen(width: 1_600, height: 900)

  /// As the page's own `[innerWidth, innerHeight]`.
  var size: Tree { [.integer(width), .integer(height)] }
  var testDescription: String { "\(width) × \(height)" }
}

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
  private let directory: TemporaryDirectory

  private var problems: [String] { log.withLock { $0.problems } }
  private var requests: [String] { log.withLock { $0.requests } }
  /// The only address that a page may ask for.
  private var address: String { directory.url.appending(path: "page.html").absoluteString }

  /// Opens a page and closes it.
  ///
  /// Meanwhile it must neither report a problem nor ask for anything.
  static func open(
    _ bytes: [UInt8] = SmallSession.exported().page(),
    on screen: Screen = .window,
    isDark: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (BrowserPage) async throws -> Void
  ) async throws {
    let page = try await BrowserPage(bytes, on: screen, isDark: isDark)
    try await body(page)
    #expect(page.problems == [], sourceLocation: sourceLocation)
    #expect(page.requests == [page.address], sourceLocation: sourceLocation)
    try await page.send("Page.close")
  }

  /// Opens a page, and compares what a script returns there.
  static func expect(
    _ value: Tree,
    of script: String,
    in bytes: [UInt8] = SmallSession.exported().page(),
    on screen: Screen = .window,
    isDark: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await open(bytes, on: screen, isDark: isDark, sourceLocation: sourceLocation) { page in
      try await page.expect([([], script, value)], sourceLocation: sourceLocation)
    }
  }

  /// Compares what expressions return, each after some keys.
  func expect(
    _ steps: [(keys: [String], expression: String, value: Tree)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for (keys, expression, value) in steps {
      for key in keys { try await press(key) }
      let result = try await evaluate(expression)
      #expect(result == value, "\(expression) after \(keys)", sourceLocation: sourceLocation)
    }
  }

  /// Opens a page, which has the focus.
  private init(_ page: [UInt8], on screen: Screen, isDark: Bool) async throws {
    directory = try TemporaryDirectory()
    try directory.write(page, to: "page.html")
    browser = try Browser.shared.get()
    log = Mutex(Log())
    let target = try await browser.send("Target.createTarget", ["url": "about:blank"])
    let attached = try await browser.send(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? .null, "flatten": true]
    )
    session = try #require(attached["sessionId"]?.text)
    browser.listen(to: session) { [weak self] method, event in self?.take(method, event) }
    for domain in ["Page", "Runtime", "Log", "Network"] { try await send("\(domain).enable") }
    try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try await show(on: screen)
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

  @discardableResult
  private func send(_ method: String, _ parameters: Tree = [:]) async throws -> Tree {
    try await browser.send(method, parameters, session: session)
  }

  private func take(_ method: String, _ event: Tree) {
    let loaded = log.withLock { log -> CheckedContinuation<Void, Never>? in
      switch method {
      case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled":
        log.problems.append(event.summary(limit: 1_000))
      case "Network.requestWillBeSent":
        if let address = event["request"]?["url"]?.text { log.requests.append(address) }
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

  /// Shows the page on another screen.
  func show(on screen: Screen) async throws {
    let metrics: Tree = [
      "width": .integer(screen.width), "height": .integer(screen.height),
      "deviceScaleFactor": 1, "mobile": .bool(screen.isTouched),
    ]
    try await send("Emulation.setDeviceMetricsOverride", metrics)
    try await send("Emulation.setTouchEmulationEnabled", ["enabled": .bool(screen.isTouched)])
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

  /// Clicks in the middle of what a selector finds.
  func click(_ selector: String) async throws {
    let (x, y) = try await middle(of: selector)
    for type in ["mousePressed", "mouseReleased"] {
      let event: Tree = [
        "type": .string(type), "x": .double(x), "y": .double(y), "button": "left", "clickCount": 1,
      ]
      try await send("Input.dispatchMouseEvent", event)
    }
  }

  /// Puts a finger on the middle of what a selector finds, and lifts it.
  func tap(_ selector: String) async throws {
    let (x, y) = try await middle(of: selector)
    try await touch("touchStart", [["x": .double(x), "y": .double(y)]])
    try await touch("touchEnd", [])
  }

  /// Moves a finger up from the middle of what a selector finds.
  func swipeUp(_ selector: String, by distance: Double) async throws {
    let (x, y) = try await middle(of: selector)
    try await touch("touchStart", [["x": .double(x), "y": .double(y)]])
    for step in 1...10 {
      let moved = y - distance * Double(step) / 10
      try await touch("touchMove", [["x": .double(x), "y": .double(moved)]])
    }
    try await touch("touchEnd", [])
  }

  private func touch(_ type: String, _ points: [Tree]) async throws {
    let event: Tree = ["type": .string(type), "touchPoints": .array(points)]
    try await send("Input.dispatchTouchEvent", event)
  }

  private func middle(of selector: String) async throws -> (Double, Double) {
    let place = try await evaluate(
      """
      (() => {
        const { x, y, width, height } =
          document.querySelector(\(Self.literal(selector))).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()
      """
    )
    guard case .array(let parts) = place, let x = parts.first?.double, let y = parts.last?.double
    else { throw Browser.Failure(description: "\(selector) is nowhere: \(place)") }
    return (x, y)
  }

  /// The processor's time in milliseconds that the page's thread has spent, for all it does.
  func spentMilliseconds() async throws -> Double {
    try await send("Performance.enable", ["timeDomain": "threadTicks"])
    let answer = try await send("Performance.getMetrics")
    guard case .array(let metrics)? = answer["metrics"],
      let seconds = metrics.first(where: { $0["name"] == "TaskDuration" })?["value"]?.double
    else { throw Browser.Failure(description: "\(answer)") }
    return seconds * 1_000
  }

  /// Types a text where the focus is.
  func type(_ text: String) async throws {
    try await send("Input.insertText", ["text": .string(text)])
  }

  /// Evaluates an expression in the page.
  @discardableResult
  func evaluate(_ expression: String) async throws -> Tree {
    let parameters: Tree = [
      "expression": .string(expression), "returnByValue": true, "awaitPromise": true,
    ]
    let answer = try await send("Runtime.evaluate", parameters)
    if let exception = answer["exceptionDetails"] {
      throw Browser.Failure(description: exception.summary(limit: 2_000))
    }
    return answer["result"]?["value"] ?? .null
  }

  /// The text of the first element that a selector finds, as it is shown.
  func text(_ selector: String) async throws -> String {
    try #require(try await texts(selector).first, "Nothing is found by \(selector).")
  }

  /// The texts of all elements that a selector finds.
  func texts(_ selector: String) async throws -> [String] {
    let found = try await evaluate(
      "[...document.querySelectorAll(\(Self.literal(selector)))].map((one) => one.innerText)"
    )
    guard case .array(let elements) = found else { return [] }
    return elements.compactMap(\.text)
  }

  private static func literal(_ text: String) -> String {
    String(decoding: JSONText.bytes(of: .string(text)), as: UTF8.self)
  }

  /// Prints the page as a document.
  func printed() async throws -> Int {
    try await send("Page.printToPDF")["data"]?.text?.utf8.count ?? 0
  }
}

extension Tree {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
