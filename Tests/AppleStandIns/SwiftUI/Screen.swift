import Observation

/// Not of SwiftUI: draws a view as an app does, and does what a person does.
///
/// A drawing asks the views for their bodies and notes what they show. It is out of date once
/// something changes that they have read: a `State`, or what is observable.
@MainActor
public final class Screen {
  /// What is shown, and what a person may do to it.
  private struct Element {
    let line: String
    let title: String
    let onTap: (@MainActor () -> Void)?
    let onType: ((String) -> Void)?
  }

  private var root: any View
  private var elements: [Element] = []
  private var isDisabling = false
  private var isOutOfDate = false
  /// What leads to the view that is being drawn, as SwiftUI identifies it: places and ids.
  private var identity: [AnyHashable] = []
  private var states: [[AnyHashable]: AnyObject] = [:]
  private var earlierStates: [[AnyHashable]: AnyObject] = [:]
  private var dismissals: [() -> Void] = []
  /// Held until the next drawing, as SwiftUI's graph does: a binding made in a body is observed.
  private var drawn: [any View] = []
  /// The stack whose root is being drawn.
  var stack: DrawnStack?

  /// How often the view was drawn.
  public private(set) var drawings = 0
  /// The animation of what made the drawing before the last one out of date.
  public private(set) var animation: Animation?

  /// Draws a view.
  public init(_ view: any View) {
    root = view
    draw()
  }

  /// Shows another value of the view: its states remain.
  public func show(_ view: any View) {
    root = view
    draw()
  }

  /// What is seen, a line for each element.
  ///
  /// Draws again if the last drawing is out of date.
  public var lines: [String] {
    update()
    return elements.map(\.line)
  }

  /// Taps the button or the toggle with a title, unless it is disabled.
  public func tap(_ title: String) { element(title)?.onTap?() }

  /// Puts a text into the field with a title, unless it is disabled.
  public func type(_ text: String, into title: String) { element(title)?.onType?(text) }

  private func element(_ title: String) -> Element? {
    update()
    return elements.first { $0.title == title }
  }

  /// Closes the sheet, or goes back in the stack, whichever was drawn last.
  public func goBack() {
    update()
    dismissals.last?()
  }

  // MARK: - Drawing

  private func update() { if isOutOfDate { draw() } }

  private func becomeOutOfDate() {
    if !isOutOfDate { animation = Animation.current }
    isOutOfDate = true
  }

  private func draw() {
    isOutOfDate = false
    elements = []
    dismissals = []
    drawn = []
    (earlierStates, states) = (states, [:])
    drawings += 1
    withObservationTracking {
      draw(root)
    } onChange: { [weak self] in
      guard let self else { return }
      // What a view observes changes on the main actor.
      MainActor.assumeIsolated { self.becomeOutOfDate() }
    }
  }

  func draw(_ view: any View) {
    connectStates(of: view)
    drawn.append(view)
    if let drawn = view as? any DrawnView { drawn.draw(on: self) } else { drawBody(of: view) }
  }

  /// Draws a view whose states are found by an id, or by its place in the view around it.
  func draw(_ view: any View, id: some Hashable) {
    identity.append(id)
    draw(view)
    identity.removeLast()
  }

  private func drawBody(of view: some View) { draw(view.body, id: "body") }

  func add(
    _ line: String,
    _ title: String = "",
    onTap: (@MainActor () -> Void)? = nil,
    onType: ((String) -> Void)? = nil
  ) {
    let (tap, type) = isDisabling ? (nil, nil) : (onTap, onType)
    elements.append(
      Element(line: isDisabling ? "(\(line))" : line, title: title, onTap: tap, onType: type)
    )
  }

  /// Forgets what is drawn within: it is covered.
  func covering(_ body: () -> Void) {
    let before = elements
    body()
    elements = before
  }

  func addDismissal(_ dismiss: @escaping () -> Void) { dismissals.append(dismiss) }

  func disabling(_ isDisabled: Bool, _ body: () -> Void) {
    let before = isDisabling
    isDisabling = before || isDisabled
    body()
    isDisabling = before
  }

  /// Gives the states of a view, those within other properties too, the values of the drawing before.
  private func connectStates(of value: Any) {
    for (index, (_, property)) in Mirror(reflecting: value).children.enumerated() {
      guard property is any DynamicProperty else { continue }
      identity.append(index)
      defer { identity.removeLast() }
      guard let state = property as? any StoredState else {
        connectStates(of: property)
        continue
      }
      states[identity] = state.take(earlierStates[identity]) { [weak self] in
        self?.becomeOutOfDate()
      }
    }
  }
}
