import Sluice

/// Asks for work; `name` says which, `key` on what.
struct Ask: Action, Equatable {
  var name: String
  var key = 0
}
struct Answered: Action, Equatable { var name: String }
struct Failed: Action, Equatable { var text: String }
struct Stop: Action, Equatable { var key = 0 }

/// Throws what it says.
struct Trouble: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension Ask {
  init(_ name: String, key: Int = 0) { self.init(name: name, key: key) }
}
extension Increment {
  init(_ by: Int) { self.init(by: by) }
}
extension Answered {
  init(_ name: String) { self.init(name: name) }
}
extension Failed {
  init(_ text: String) { self.init(text: text) }
}
extension Trouble {
  init(_ description: String) { self.init(description: description) }
}

/// An action that effects answer with, unless its answer is `nil`.
protocol Answer: Action { var answer: String? { get } }

extension Answered: Answer { var answer: String? { name } }
extension Failed: Answer { var answer: String? { text } }

extension RunContext {
  func answer(_ name: String) { send(Answered(name)) }
}

extension Effect where Environment == Void {
  /// Answers at once with a question mark, and after some seconds on the store's clock.
  static func answering(after seconds: Double = 1) -> ActionEffect<Void, Ask> {
    on(Ask.self).run { ask, _, context in
      context.answer("\(ask.name)?")
      try await context.sleep(for: .seconds(seconds))
      context.answer(ask.name)
    }
  }

  /// Answers without taking time.
  static var echo: ActionEffect<Void, Ask> {
    on(Ask.self) { ask, _ in Answered(ask.name) }
  }
}
