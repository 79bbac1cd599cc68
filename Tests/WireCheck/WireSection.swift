/// A section of the page *The wire*, by its heading.
enum WireSection: String, CaseIterable, Sendable {
  case lines = "Lines"
  case sequence = "Who speaks when"
  case commands = "Commands and replies"
  case pausing = "Pausing"
  case viewers = "Hub and viewers"
  case limits = "Limits"
  case hello
  case state
  case commit
  case effect
  case dropped
  case dispatch
  case error
  case values = "Values"
  case changes = "Changes"
}
