#if canImport(SwiftUI)
  public import Sluice
  public import SwiftUI

  extension StoreProtocol where ActionType == any Action {
    /// Returns a binding that reads a selector, and dispatches an action made from a template with
    /// the new value as its payload.
    ///
    /// ```swift
    /// let typeName = ActionTemplate(id: "Type name", payloadType: String.self)
    /// TextField("Name", text: store.binding(get: Selectors.name, send: typeName))
    /// ```
    @MainActor
    public func binding<Value>(
      get selector: Sluice.Selector<State, Value>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      send template: ActionTemplate<Value>
    ) -> Binding<Value> {
      binding(get: selector, fileID: fileID, line: line, function: function) { value in
        template(payload: value)
      }
    }

    /// Returns a binding that reads a part of the state, and dispatches an action made from a
    /// template with the new value as its payload.
    @MainActor
    public func binding<Value: Sendable & Equatable>(
      get keyPath: any KeyPath<State, Value> & Sendable,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      send template: ActionTemplate<Value>
    ) -> Binding<Value> {
      binding(get: keyPath, fileID: fileID, line: line, function: function) { value in
        template(payload: value)
      }
    }

    /// Returns a binding to a condition, with one template for switching it on and one for
    /// switching it off.
    @MainActor
    public func binding(
      get selector: Sluice.Selector<State, Bool>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      enable: ActionTemplate<Void>,
      disable: ActionTemplate<Void>
    ) -> Binding<Bool> {
      binding(get: selector, fileID: fileID, line: line, function: function) { isOn in
        isOn ? enable() : disable()
      }
    }

    /// Returns a binding to a condition in the state, with one template for switching it on and one
    /// for switching it off.
    @MainActor
    public func binding(
      get keyPath: any KeyPath<State, Bool> & Sendable,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      enable: ActionTemplate<Void>,
      disable: ActionTemplate<Void>
    ) -> Binding<Bool> {
      binding(get: keyPath, fileID: fileID, line: line, function: function) { isOn in
        isOn ? enable() : disable()
      }
    }
  }
#endif
