extension SelectorKey {
  package init<State, Value>(_ selector: Selector<State, Value>) {
    self.init(selector.identity.source, of: selector)
  }
}

extension SelectorOverride {
  /// Overrides a selector's value.
  package convenience init<State, Value>(_ value: Value, of selector: Selector<State, Value>) {
    self.init(value, of: SelectorKey(selector), from: selector.identity.source.description)
  }
}
