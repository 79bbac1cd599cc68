import Sluice

extension Detail {
  static let feature = Feature<Detail, ScreenEnvironment>(id: "detail").reducer(reducer)

  static let reducer = Reducer<Detail>(
    id: "detail",
    ReduceOn(ShowTab.self) { detail, action in
      guard detail.tab != action.tab || detail.isComparing else { return }
      detail.tab = action.tab
      detail.isComparing = false
      detail.begin()
    },
    ReduceOn(FocusDetail.self) { detail, action in detail.isFocused = action.isFocused },
    ReduceOn(MoveInDetail.self) { detail, action in
      detail.cursor = action.cursor
      detail.target = action.target
      detail.top = action.top
    },
    ReduceOn(Fold.self) { detail, action in
      detail.folding.set(action.fold, isOpen: action.isOpen)
      // The same line is now the other way.
      if case .fold(action.fold, _) = detail.target {
        detail.target = .fold(action.fold, isOpen: action.isOpen)
      }
    },
    ReduceOn(Reveal.self) { detail, action in
      for fold in action.folds { detail.folding.set(fold, isOpen: true) }
    },
    ReduceOn(ShowBlame.self) { detail, action in detail.isBlaming = action.isShown }
  )

  /// Puts the cursor at the first line.
  mutating func begin() {
    cursor = 0
    target = nil
    top = 0
  }
}
