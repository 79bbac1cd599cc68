#if canImport(SwiftUI)
  public import Sluice
  public import SwiftUI

  extension EditableSelection {
    /// A binding that reads the value, and dispatches an action for each new one.
    public var binding: Binding<Value> {
      Binding(
        get: { @MainActor in self.value },
        set: { @MainActor value in self.value = value }
      )
    }
  }
#endif
