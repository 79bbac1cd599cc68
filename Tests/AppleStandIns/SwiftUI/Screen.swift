import Observation

/// Not of SwiftUI: draws a view as an app does, and does what a person does.
///
/// A drawing asks the views for their bodies and notes what they show. It is out of date once
/// something changes that they have read: a `State`, or what is observable.
@MainActor
public final class Screen {
  enum Element {
    case text(String)
    case button(String, @MainActor () -> Void)
    case field(String, String, Binding<String>)
    case toggle(String, Bool, Binding<Bool>)
  }

  private var root: any View
  private var elements: [(element: Element, isDisabled: Bool)] = []
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
    return elements.map { element, isDisabled in
      let text =
        switch element {
        case .text(let text): text
        case .button(let title, _): "[\(title)]"
        case .field(let title, let text, _): "\(title): \(text)"
        case .toggle(let title, let isOn, _): "\(title): \(isOn ? "on" : "off")"
        }
      return isDisabled ? "(\(text))" : text
    }
  }

  /// Taps the button with a title, unless it is disabled.
  public func tap(_ title: String) {
    update()
    for case (.button(title, let action), false) in elements { return action() }
  }

  /// Puts a text into the field with a title, unless it is disabled.
  public func type(_ text: String, into title: String) {
    update()
    for case (.field(title, _, let binding), false) in elements {
      binding.wrappedValue = text
      return
    }
  }

  /// Switches the toggle with a title, unless it is disabled.
  public func flip(_ title: String) {
    update()
    for case (.toggle(title, let isOn, let binding), false) in elements {
      binding.wrappedValue = !isOn
      return
    }
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
    let screen = UncheckedSendable(Weak(self))
    withObservationTracking {
      draw(root)
    } onChange: {
      // What a view observes changes on the main actor.
      MainActor.assumeIsolated { screen.value.object?.becomeOutOfDate() }
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

  func add(_ element: Element) { elements.append((element, isDisabling)) }

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

private final class Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) { self.object = object }
}
