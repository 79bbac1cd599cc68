/// What the screen can do: by a key, and by name.
enum ScreenCommand: String, CaseIterable, Hashable, Sendable {
  case down
  case up
  case pageDown = "page-down"
  case pageUp = "page-up"
  case first
  case last
  case left
  case right
  case open
  case back
  case switchPane = "switch-pane"
  case action
  case changes
  case state
  case cause
  case effects
  case statistics
  case find
  case findNext = "find-next"
  case findPrevious = "find-previous"
  case filter
  case pause
  case mark
  case compare
  case why
  case previousChange = "previous-change"
  case nextChange = "next-change"
  case pin
  case blame
  case travel
  case travelBack = "travel-back"
  case skip
  case dispatch
  case edit
  case copy
  case save
  case source
  case times
  case nest
  case programs
  case commands
  case help
  case quit
}
