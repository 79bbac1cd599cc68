// Values of a store in views, and bindings that dispatch.
//
// Read `StoreValue.swift`; the others make bindings of a store, and of an editable selection.
