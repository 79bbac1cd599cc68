import Sluice

/// Lets somebody type.
struct OpenPrompt: Action, Equatable {
  let prompt: Prompt
}

/// Something was typed.
struct EditPrompt: Action, Equatable {
  let text: String
  let cursor: Int
}

/// A candidate takes the place of what was typed.
struct ChooseCandidate: Action, Equatable {
  let index: Int
  let text: String
  let cursor: Int
}

/// What was typed cannot be used.
struct RefusePrompt: Action, Equatable {
  let mistake: Prompt.Mistake
}

struct ClosePrompt: Action, Equatable {}
