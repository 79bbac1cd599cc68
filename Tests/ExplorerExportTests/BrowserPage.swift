import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a page is shown on.
struct Screen {
  let width: Int64
  let height: Int64
  var isTouched = false

  static let phone = Screen(width: 390, height: 844, isTouched: true)
  static let tablet = Screen(width: 800, height: 1_024, isTouched: true)
  static let window = Screen(width: 1_200, height: 800)
  static let wide = Screen(width: 1_600, height: 900)

  /// As the page's own `[innerWidth, innerHeight]`.
  var size: Tree { [.integer(width), .integer(height)] }
}

/// An exported session in a browser.
final class BrowserPage {
  private let browser: Browser
  private let session: String
  private let directory: TemporaryDirectory
  /// The only address that the page may ask for.
  private var address: String { directory.url.appending(path: "page.html").absoluteString }

  /// Opens a page and closes it.
  ///
  /// Meanwhile it must neither report a problem nor ask for anything.
  static func open(
    _ bytes: [UInt8] = SmallSession.exported().page(),
    on screen: Screen = .window,
    isDark: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (BrowserPage) throws -> Void
  ) throws {
    let page = try BrowserPage(bytes, on: screen, isDark: isDark)
    try body(page)
    try page.send("Page.close")
    let events = page.browser.takeEvents(of: page.session)
    let problems = events.filter { Self.problems.contains($0["method"]?.text ?? "") }
    #expect(problems == [], sourceLocation: sourceLocation)
    // It asks for itself, and for nothing else.
    let requests = events.compactMap { $0["params"]?["request"]?["url"]?.text }
    #expect(requests == [page.address], sourceLocation: sourceLocation)
  }

  /// Errors and warnings of the console, and exceptions.
  private static let problems: Set = [
    "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled",
  ]

  /// Opens a page, and compares what a script returns there.
  static func expect(
    _ value: Tree,
    of script: String,
    in bytes: [UInt8] = SmallSession.exported().page(),
    on screen: Screen = .window,
    isDark: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try open(bytes, on: screen, isDark: isDark, sourceLocation: sourceLocation) { page in
      try page.expect([([], script, value)], sourceLocation: sourceLocation)
    }
  }

  /// Compares what expressions return, each after some keys.
  func expect(
    _ steps: [(keys: [String], expression: String, value: Tree)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (keys, expression, value) in steps {
      for key in keys { try press(key) }
      let result = try evaluate(expression)
      #expect(result == value, "\(expression) after \(keys)", sourceLocation: sourceLocation)
    }
  }

  /// Opens a page, which has the focus.
  private init(_ page: [UInt8], on screen: Screen, isDark: Bool) throws {
    directory = try TemporaryDirectory()
    try directory.write(page, to: "page.html")
    browser = try Browser.shared.get()
    let target = try browser.send("Target.createTarget", ["url": "about:blank"])
    let attached = try browser.send(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? .null, "flatten": true]
    )
    session = try #require(attached["sessionId"]?.text)
    for domain in ["Page", "Runtime", "Log", "Network"] { try send("\(domain).enable") }
    try send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try show(on: screen)
    let scheme: Tree = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try send("Emulation.setEmulatedMedia", ["features": [scheme]])
    try send("Page.navigate", ["url": .string(address)])
    try evaluate(
      """
      document.readyState === 'complete'
        || new Promise((resolve) => addEventListener('load', () => resolve(true)))
      """
    )
  }

  @discardableResult
  private func send(_ method: String, _ parameters: Tree = [:]) throws -> Tree {
    try browser.send(method, parameters, session: session)
  }

  /// Shows the page on another screen.
  func show(on screen: Screen) throws {
    let metrics: Tree = [
      "width": .integer(screen.width), "height": .integer(screen.height),
      "deviceScaleFactor": 1, "mobile": .bool(screen.isTouched),
    ]
    try send("Emulation.setDeviceMetricsOverride", metrics)
    try send("Emulation.setTouchEmulationEnabled", ["enabled": .bool(screen.isTouched)])
  }

  // MARK: - What a person does

  /// Presses keys, such as `ArrowDown` or `w`.
  func press(_ keys: String...) throws {
    for key in keys {
      var members: [(String, Tree?)] = [("type", "keyDown"), ("key", .string(key))]
      // What a key does beside its event, the browser decides by these.
      if key.count == 1 || key == "Enter" {
        members.append(("text", .string(key == "Enter" ? "\r" : key)))
      }
      let codes: [String: Int64] = ["Enter": 13, "Tab": 9]
      members.append(("windowsVirtualKeyCode", codes[key].map { .integer($0) }))
      try send("Input.dispatchKeyEvent", .object(present: members))
      try send("Input.dispatchKeyEvent", ["type": "keyUp", "key": .string(key)])
    }
  }

  /// Clicks in the middle of what a selector finds.
  func click(_ selector: String) throws {
    let (x, y) = try middle(of: selector)
    for type in ["mousePressed", "mouseReleased"] {
      let event: Tree = [
        "type": .string(type), "x": .double(x), "y": .double(y), "button": "left", "clickCount": 1,
      ]
      try send("Input.dispatchMouseEvent", event)
    }
  }

  /// Puts a finger on the middle of what a selector finds, and lifts it.
  func tap(_ selector: String) throws {
    let (x, y) = try middle(of: selector)
    try touch("touchStart", [["x": .double(x), "y": .double(y)]])
    try touch("touchEnd", [])
  }

  /// Moves a finger up from the middle of what a selector finds.
  func swipeUp(_ selector: String, by distance: Double) throws {
    let (x, y) = try middle(of: selector)
    try touch("touchStart", [["x": .double(x), "y": .double(y)]])
    for step in 1...10 {
      let moved = y - distance * Double(step) / 10
      try touch("touchMove", [["x": .double(x), "y": .double(moved)]])
    }
    try touch("touchEnd", [])
  }

  private func touch(_ type: String, _ points: [Tree]) throws {
    let event: Tree = ["type": .string(type), "touchPoints": .array(points)]
    try send("Input.dispatchTouchEvent", event)
  }

  private func middle(of selector: String) throws -> (Double, Double) {
    let place = try evaluate(
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
  func spentMilliseconds() throws -> Double {
    try send("Performance.enable", ["timeDomain": "threadTicks"])
    let answer = try send("Performance.getMetrics")
    guard case .array(let metrics)? = answer["metrics"],
      let seconds = metrics.first(where: { $0["name"] == "TaskDuration" })?["value"]?.double
    else { throw Browser.Failure(description: "\(answer)") }
    return seconds * 1_000
  }

  /// Types a text where the focus is.
  func type(_ text: String) throws {
    try send("Input.insertText", ["text": .string(text)])
  }

  /// Evaluates an expression in the page.
  @discardableResult
  func evaluate(_ expression: String) throws -> Tree {
    let parameters: Tree = [
      "expression": .string(expression), "returnByValue": true, "awaitPromise": true,
    ]
    let answer = try send("Runtime.evaluate", parameters)
    if let exception = answer["exceptionDetails"] {
      throw Browser.Failure(description: exception.summary(limit: 2_000))
    }
    return answer["result"]?["value"] ?? .null
  }

  /// The text of the first element that a selector finds, as it is shown.
  func text(_ selector: String) throws -> String {
    try #require(try texts(selector).first, "Nothing is found by \(selector).")
  }

  /// The texts of all elements that a selector finds.
  func texts(_ selector: String) throws -> [String] {
    let found = try evaluate(
      "[...document.querySelectorAll(\(Self.literal(selector)))].map((one) => one.innerText)"
    )
    guard case .array(let elements) = found else { return [] }
    return elements.compactMap(\.text)
  }

  private static func literal(_ text: String) -> String {
    String(decoding: JSONText.bytes(of: .string(text)), as: UTF8.self)
  }

  /// Prints the page as a document.
  func printed() throws -> Int {
    try send("Page.printToPDF")["data"]?.text?.utf8.count ?? 0
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
