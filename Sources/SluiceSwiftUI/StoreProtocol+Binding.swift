#if canImport(SwiftUI)
  public import Sluice
  public import SwiftUI

  extension StoreProtocol {
    /// Returns a binding that reads a selector, and dispatches an action for a new value.
    ///
    /// ```swift
    /// TextField("Name", text: store.binding(get: Selectors.name, send: { NameTyped(name: $0) }))
    /// ```
    ///
    /// The action's origin names the caller's file, line and function.
    ///
    /// - Parameters:
    ///   - selector: The selector to read.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    ///   - action: Returns the action to dispatch for a new value; `nil` for none.
    @MainActor
    public func binding<Value>(
      get selector: Sluice.Selector<State, Value>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      send action: @escaping @MainActor (Value) -> ActionType?
    ) -> Binding<Value> {
      observed(selector, fileID: fileID, line: line, function: function, send: action).binding
    }

    /// Returns a binding that reads a part of the state, and dispatches an action for a new value.
    @MainActor
    public func binding<Value: Sendable & Equatable>(
      get keyPath: any KeyPath<State, Value> & Sendable,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      send action: @escaping @MainActor (Value) -> ActionType?
    ) -> Binding<Value> {
      observed(keyPath, fileID: fileID, line: line, function: function, send: action).binding
    }

    /// Returns a binding to a condition, with one action for switching it on and one for switching
    /// it off.
    ///
    /// ```swift
    /// view.sheet(isPresented: store.binding(
    ///   get: Selectors.isAsking,
    ///   enable: { AskToClear() },
    ///   disable: { CancelClear() }
    /// )) { … }
    /// ```
    @MainActor
    public func binding(
      get selector: Sluice.Selector<State, Bool>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      enable: @escaping @MainActor () -> ActionType?,
      disable: @escaping @MainActor () -> ActionType?
    ) -> Binding<Bool> {
      binding(get: selector, fileID: fileID, line: line, function: function) { isOn in
        isOn ? enable() : disable()
      }
    }

    /// Returns a binding to a condition in the state, with one action for switching it on and one
    /// for switching it off.
    @MainActor
    public func binding(
      get keyPath: any KeyPath<State, Bool> & Sendable,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      enable: @escaping @MainActor () -> ActionType?,
      disable: @escaping @MainActor () -> ActionType?
    ) -> Binding<Bool> {
      binding(get: keyPath, fileID: fileID, line: line, function: function) { isOn in
        isOn ? enable() : disable()
      }
    }
  }
#endif
