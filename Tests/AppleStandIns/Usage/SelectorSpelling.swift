import Sluice
import SwiftUI

/// Once for a module: from here on, `Selector` is Sluice's and not Objective-C's.
typealias Selector = Sluice.Selector

let nameLength = Selector { (state: AppState) in state.name.count }
let todoCount: Selector<AppState, Int> = Selector(keyPath: \AppState.todos.count)
let summary = Selector.with(nameLength, todoCount) { "\($0) letters, \($1) todos" }
