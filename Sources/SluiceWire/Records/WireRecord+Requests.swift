extension WireRecord {
  /// The number of the command that this answers; nil for what answers none.
  package var reply: Int? {
    get {
      switch self {
      case .commit(let commit): commit.reply
      case .state(let state): state.reply
      case .error(let failure): failure.reply
      case .answer(let answer): answer.reply
      case .hello, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
        .pause, .resume, .snapshot, .question, .problem, .disconnected, .live, .mark, .unknown:
        nil
      }
    }
    set {
      switch self {
      case .commit(var commit):
        commit.reply = newValue
        self = .commit(commit)
      case .state(var state):
        state.reply = newValue
        self = .state(state)
      case .error(var failure):
        failure.reply = newValue
        self = .error(failure)
      case .answer(var answer):
        guard let newValue else { return }
        answer.reply = newValue
        self = .answer(answer)
      case .hello, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
        .pause, .resume, .snapshot, .question, .problem, .disconnected, .live, .mark, .unknown:
        break
      }
    }
  }

  /// The number by which a command's reply is known; nil for what is no command.
  package var request: Int? {
    get {
      switch self {
      case .dispatch(let command): command.request
      case .restore(let command): command.request
      case .pause(let command): command.request
      case .resume(let command): command.request
      case .snapshot(let command): command.request
      case .question(let command): command.request
      case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .answer,
        .error, .problem, .disconnected, .live, .mark, .unknown:
        nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .dispatch(let command):
        self = .dispatch(Dispatch(request: newValue, action: command.action))
      case .restore(let command): self = .restore(Restore(request: newValue, to: command.target))
      case .pause: self = .pause(Request(request: newValue))
      case .resume: self = .resume(Request(request: newValue))
      case .snapshot: self = .snapshot(Request(request: newValue))
      case .question(var command):
        command.request = newValue
        self = .question(command)
      case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .answer,
        .error, .problem, .disconnected, .live, .mark, .unknown:
        break
      }
    }
  }
}
