import Sluice

/// Lets somebody fill in an action.
struct OpenForm: Action, Equatable {
  let form: DispatchForm
}

/// Lets keys act on another field.
struct SelectField: Action, Equatable {
  let index: Int
}

/// Something was typed in the field.
struct EditField: Action, Equatable {
  let text: String
  let cursor: Int
}

/// Makes the field null, or again what its text says.
struct ToggleNull: Action, Equatable {}

/// A field has no value.
struct RefuseForm: Action, Equatable {
  let mistake: DispatchForm.Mistake
}

/// Leaves the form without dispatching.
struct CloseForm: Action, Equatable {}
