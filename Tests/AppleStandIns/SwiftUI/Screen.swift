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
  private var states: [AnyObject] = []
  private var nextState = 0

  /// How often the view was drawn.
  public private(set) var drawings = 0

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

  // MARK: - Drawing

  private func update() { if isOutOfDate { draw() } }

  private func draw() {
    isOutOfDate = false
    elements = []
    nextState = 0
    drawings += 1
    let screen = UncheckedSendable(Weak(self))
    withObservationTracking {
      draw(root)
    } onChange: {
      // What a view observes changes on the main actor.
      MainActor.assumeIsolated { screen.value.object?.isOutOfDate = true }
    }
  }

  func draw(_ view: any View) {
    connectStates(of: view)
    if let drawn = view as? any DrawnView { drawn.draw(on: self) } else { drawBody(of: view) }
  }

  private func drawBody(of view: some View) { draw(view.body) }

  func add(_ element: Element) { elements.append((element, isDisabling)) }

  func disabling(_ isDisabled: Bool, _ body: () -> Void) {
    let before = isDisabling
    isDisabling = before || isDisabled
    body()
    isDisabling = before
  }

  /// Gives the states of a view, those within other properties too, the values of the drawing before,
  /// by their order: a view of this small SwiftUI has the same ones each time.
  private func connectStates(of value: Any) {
    for (_, property) in Mirror(reflecting: value).children {
      guard property is any DynamicProperty else { continue }
      guard let state = property as? any StoredState else {
        connectStates(of: property)
        continue
      }
      let earlier = nextState < states.count ? states[nextState] : nil
      let cell = state.take(earlier) { [weak self] in self?.isOutOfDate = true }
      if earlier == nil { states.append(cell) }
      nextState += 1
    }
  }
}

private final class Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) { self.object = object }
}
