import SluiceWire

/// What the list shows of a program, as the lines of a session file.
struct SavedSession {
  private(set) var bytes: [UInt8] = []
  let commits: Int

  init(of program: Program) {
    var recorder = SessionRecorder(filter: program.past.filter?.fresh)
    var bytes: [UInt8] = []
    let label = program.label
    let instance = program.hello.instance
    recorder.write(.connected(label: label, program.hello), to: &bytes)
    let history = program.past.history
    var runs = history.runs.runs[...]
    var number = 0
    func writeRuns(before next: Int) {
      while let run = runs.first, (run.startedAfter ?? number) < next {
        for effect in run.events {
          recorder.write(.record(label: label, instance: instance, .effect(effect)), to: &bytes)
        }
        runs = runs.dropFirst()
      }
    }
    history.forEachItem { item in
      switch item {
      case .state(number: _, _, isCheckpoint: true): return
      case .state, .gap: break
      case .commit(let commit, _):
        writeRuns(before: commit.number)
        number = commit.number
      }
      recorder.write(.record(label: label, instance: instance, item.record), to: &bytes)
    }
    writeRuns(before: .max)
    commits = recorder.commits
    self.bytes = bytes
  }
}

extension Filter {
  /// The same filter, before it has seen a record.
  var fresh: Filter? { try? Filter(parsing: text) }
}

extension History.Run {
  /// What a program says about the run.
  fileprivate var events: [WireRecord.Effect] {
    var events: [WireRecord.Effect] = []
    if let startTime {
      events.append(
        .init(event: .started, effect: effect, run: run, commit: commit, time: startTime)
      )
    }
    if let end {
      events.append(
        .init(
          event: end,
          effect: effect,
          run: run,
          commit: commit,
          time: endTime ?? 0,
          duration: duration,
          error: error
        )
      )
    }
    return events
  }
}
