extension StoreDiagnostic {
  /// An action in a loop, and who dispatched it.
  struct LoopStep: Sendable, CustomStringConvertible {
    /// The type of the action.
    let action: any Action.Type
    /// The effect, subscriber, interceptor or middleware that dispatched it, if one did.
    let dispatcher: String?
    /// The source position where it was dispatched; of what an effect's closure returned, the effect's.
    let position: String

    init(_ action: any Action.Type, by dispatcher: String?, at site: ActionOrigin.Site) {
      self.init(action, by: dispatcher, at: site.position)
    }

    init(_ action: any Action.Type, by dispatcher: String?, at position: String) {
      self.action = action
      self.dispatcher = dispatcher
      self.position = position
    }

    /// The action, its dispatcher and the source position, such as `Increment (by the subscriber at
    /// Shop/Cart.swift:12, dispatched at Shop/Cart.swift:13)`.
    var description: String {
      "\(action) (\(dispatcher.map { "by \($0), " } ?? "")dispatched at \(position))"
    }

    func hasSameDispatcher(as other: LoopStep) -> Bool {
      action == other.action && dispatcher == other.dispatcher && position == other.position
    }
  }
}
