import SluiceLocks

extension Store {
  /// Carries a task-local value of whoever dispatches to what the action leads to.
  ///
  /// ```swift
  /// enum Tracing { @TaskLocal static var request: RequestID? }
  ///
  /// store.carry(Tracing.$request, as: "request")
  /// Tracing.$request.withValue(id) { store.dispatch(action: CheckOut()) }
  /// ```
  ///
  /// Effects run in tasks of their own, which inherit no task-local values. One that is carried has, in the
  /// effects and feedbacks that a commit starts, in their retries, and in follow-ups, the value which it had
  /// where the action was dispatched, whoever delivers; so do the actions that these dispatch, and those
  /// that middleware passes on later. A delayed effect has the value of the action that starts it, of several
  /// that are debounced the last one's. A feedback has that of the commit by which the state requests it. An
  /// effect over a stream of actions is one task, and has none; sinks and interceptors have what the
  /// delivering thread has.
  ///
  /// Call it before anything is dispatched; it holds as long as the store. A dispatch takes some tens of
  /// nanoseconds more, and allocates nothing for one value of a class or of three words.
  ///
  /// - Parameters:
  ///   - local: The task-local value.
  ///   - name: The name under which ``ActionOrigin/carried`` and the Explorer show the value; `nil`
  ///     shows it nowhere.
  public final func carry<Value: Sendable>(_ local: TaskLocal<Value>, as name: String? = nil) {
    core.carry(CarriedTaskLocal(local: local, name: name))
  }
}

extension Core {
  fileprivate final func carry(_ local: some CarriedLocal) {
    let old = locked("carry(_:as:)") { _ in
      let old = carrier
      carrier = Carrier(old, adding: local)
      return old
    }
    withExtendedLifetime(old) {}
  }
}
