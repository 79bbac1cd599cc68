public import SluiceCore

/// Work started by *state*, alive as long as the state requests it.
///
/// ```swift
/// let results = Feedback<AppState, AppEnvironment>(for: \.query) { query, environment, context in
///   context.send(ResultsLoaded(try await environment.search(query)))
/// }
/// store.register(feedback: results)
/// ```
///
/// A run starts when the state requests it, is cancelled when the state no longer does, and
/// continues while the request stays the same. The state is evaluated at registration and at each
/// delivery; what a cancelled run still dispatches is dropped. Closures that read the state must be
/// pure and cheap: they are called for every state.
public struct Feedback<State: Sendable, Environment: Sendable>: Sendable {
  /// The work of a run for a value of the state.
  public typealias Work<Value> =
    @Sendable (Value, Environment, RunContext<State>) async throws -> Void

  package let site: ActionOrigin.Site
  /// The name in messages and of the runs; `nil` for that of the registration.
  package private(set) var name: String?
  package let requests: FeedbackRequests<State>
  package let ending: FeedbackPolicy<FeedbackKey>.Ending
  package var settings = RunSettings()
  package let access: StateAccess
  package let work: @Sendable (FeedbackKey, Environment, RunContext<Void>) async throws -> Void

  package init(
    site: ActionOrigin.Site,
    name: String?,
    requests: FeedbackRequests<State>,
    ending: FeedbackPolicy<FeedbackKey>.Ending,
    settings: RunSettings = RunSettings(),
    access: StateAccess = StateAccess(reading: State.self),
    work: @escaping @Sendable (FeedbackKey, Environment, RunContext<Void>) async throws -> Void
  ) {
    self.site = site
    self.name = name
    self.requests = requests
    self.ending = ending
    self.settings = settings
    self.access = access
    self.work = work
  }

  private init<Value>(
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ requests: FeedbackRequests<State>,
    _ ending: FeedbackPolicy<FeedbackKey>.Ending = .atOnce,
    _ run: @escaping Work<Value>
  ) {
    self.init(
      site: .feedback(fileID, line),
      name: name,
      requests: requests,
      ending: ending
    ) { key, environment, context in
      guard let value = key.value as? Value else { return }
      try await run(value, environment, context.reading(State.self))
    }
  }

  /// Creates a feedback with a run for each value of a selector, which the next value cancels.
  public init<Value: Equatable & Sendable>(
    for selector: any StateSelector<State, Value>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Value>
  ) {
    self.init(name, fileID, line, .ofWhole(.with(selector) { [FeedbackKey($0)] }), .atOnce, run)
  }

  /// Creates a feedback with a run while a selector has a value.
  ///
  /// Another value cancels the run and starts its own, or leaves the run of the first one alone; `nil`
  /// cancels it.
  public init<Value: Equatable & Sendable>(
    for selector: any StateSelector<State, Value?>,
    restartsOnChange: Bool = true,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Value>
  ) {
    let wanted = Selector<State, [FeedbackKey]>.with(selector) { value in
      value.map { [restartsOnChange ? FeedbackKey($0) : FeedbackKey(alike: $0)] } ?? []
    }
    self.init(name, fileID, line, .ofWhole(wanted), .atOnce, run)
  }

  /// Creates a feedback with a run while there is a value.
  ///
  /// Another value cancels the run and starts its own, or leaves the run of the first one alone; `nil`
  /// cancels it. A value that is not optional is always there.
  ///
  /// ```swift
  /// Feedback(for: \.selection, restartsOnChange: false) { selection, environment, context in
  ///   context.send(EditorOpened(at: selection))
  /// }
  /// ```
  public init<Value: Equatable & Sendable>(
    for value: @escaping @Sendable (State) -> Value?,
    restartsOnChange: Bool = true,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Value>
  ) {
    self.init(
      for: Selector(fileID: fileID, line: line, projector: value),
      restartsOnChange: restartsOnChange,
      name: name,
      fileID: fileID,
      line: line,
      run
    )
  }

  /// Creates a feedback with a run each time a condition begins to hold.
  ///
  /// The run is cancelled when the condition no longer holds, or, if it outlives the condition, when the
  /// condition begins to hold again.
  public init(
    while condition: @escaping @Sendable (State) -> Bool,
    outlivesCondition: Bool = false,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (Environment, RunContext<State>) async throws -> Void
  ) {
    let wanted = Selector(projector: { (state: State) in condition(state) ? [FeedbackKey(true)] : []
    })
    self.init(name, fileID, line, .ofWhole(wanted), outlivesCondition ? .whenReplaced : .atOnce) {
      (_: Bool, environment, context) in
      try await run(environment, context)
    }
  }

  /// Creates a feedback with a run while somebody observes a selector, or one that is made of it.
  ///
  /// ```swift
  /// let prices = Feedback<Shop, API>(whileObserved: prices, lingering: .seconds(30)) { api, context in
  ///   for try await price in api.prices() { context.send(PriceChanged(price)) }
  /// }
  /// ```
  ///
  /// Sinks, iterators and what SwiftUI shows are observers, of the store as of its projections; a single
  /// read is none, nor is another feedback. Lifted to a part that may be absent, or is one of several, it is not
  /// registered, which is reported.
  ///
  /// - Parameters:
  ///   - selector: What is observed; one of a key path stands for every selector of that path.
  ///   - lingering: How long the run goes on after the last observer has gone, on the store's clock; an
  ///     observer who comes meanwhile finds it alive.
  ///   - name: The name in messages.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: The work.
  public init<Value>(
    whileObserved selector: any StateSelector<State, Value>,
    lingering: Duration = .zero,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (Environment, RunContext<State>) async throws -> Void
  ) {
    // Its identity, and not the selector: what is memoized for nobody need not be kept.
    let observed = ObservedSelections(lingering) { [identity = selector.identity] other in
      identity.isSame(as: other) ? FeedbackKey(alike: true) : nil
    }
    self.init(name, fileID, line, .whileObserved(observed)) { (_: Bool, environment, context) in
      try await run(environment, context)
    }
  }

  /// Creates a feedback with a run for each argument of a family whose selector somebody observes, or one
  /// that is made of it.
  ///
  /// ```swift
  /// let loading = Feedback<Posts, API>(whileObserved: post, lingering: .seconds(300)) { id, api, context in
  ///   context.send(PostLoaded(try await api.post(id)))
  /// }
  /// ```
  ///
  /// Otherwise as the one of a single selector.
  public init<Argument, Value>(
    whileObserved family: SelectorFamily<State, Argument, Value>,
    lingering: Duration = .zero,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Argument>
  ) {
    let observed = ObservedSelections(lingering) { other in
      other.argument(in: ObjectIdentifier(family), Argument.self).map { FeedbackKey(hashing: $0) }
    }
    self.init(name, fileID, line, .whileObserved(observed), .atOnce, run)
  }

  /// Creates a feedback with a run for each key.
  ///
  /// Runs of new keys start, those of removed keys are cancelled, and the others continue.
  public init<Keys: Sequence & Equatable & Sendable>(
    each selector: any StateSelector<State, Keys>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Keys.Element>
  ) where Keys.Element: Hashable & Sendable {
    let wanted = Selector<State, [FeedbackKey]>.with(selector) { keys in
      keys.map { FeedbackKey(hashing: $0) }
    }
    self.init(name, fileID, line, .ofWhole(wanted), .atOnce, run)
  }

  /// Creates a feedback with a run for each key.
  ///
  /// Runs of new keys start, those of removed keys are cancelled, and the others continue.
  public init<Keys: Sequence & Equatable & Sendable>(
    each keys: @escaping @Sendable (State) -> Keys,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping Work<Keys.Element>
  ) where Keys.Element: Hashable & Sendable {
    let selector = Selector(fileID: fileID, line: line, projector: keys)
    self.init(each: selector, name: name, fileID: fileID, line: line, run)
  }
}

extension Feedback {
  /// Unavailable: a tuple is no key.
  @available(
    *,
    unavailable,
    message: "A key is Hashable, which a tuple isn't: make a struct of it."
  )
  @_disfavoredOverload
  public init<Keys: Sequence>(
    each keys: @escaping @Sendable (State) -> Keys,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (Keys.Element, Environment, RunContext<State>) async throws -> Void
  ) {
    fatalError("There is no feedback.")
  }
}

extension ActionOrigin.Site {
  fileprivate static func feedback(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "feedback")
  }
}
