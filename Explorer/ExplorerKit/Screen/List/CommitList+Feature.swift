import Sluice

extension CommitList {
  static let feature = Feature<CommitList, ScreenEnvironment>(id: "list").reducer(reducer)

  static let reducer = Reducer<CommitList>(
    id: "list",
    ReduceOn(SelectCommit.self) { list, action in
      list.selected = action.number
      list.top = action.top ?? (action.number == nil ? nil : list.top)
    },
    ReduceOn(PauseList.self) { list, action in
      list.pausedAfter = action.after
    },
    ReduceOn(MarkCommit.self) { list, action in list.mark = action.number },
    ReduceOn(ShowTimes.self) { list, action in list.times = action.style },
    ReduceOn(NestCommits.self) { list, action in list.isNested = action.isNested }
  )
}
