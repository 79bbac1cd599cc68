import SluiceTree

extension WireRecord {
  /// The record, cut with a note if its line were longer than the other side reads.
  ///
  /// Only states, commits, effects, diagnostics and reads grow with a program's data; the others are returned
  /// as they are. When a commit comes back with `omittedChanges`, send a `state` behind it.
  ///
  /// - Parameter limit: Bytes of the line without its break, at least 4 KiB; what `welcome` says.
  package func fitted(to limit: Int) -> WireRecord {
    let length = line().count - 1
    if length <= limit { return self }
    switch self {
    case .state(let state):
      return .state(state.fitted(to: limit, from: length))
    case .commit(let commit):
      return .commit(commit.fitted(to: limit, from: length))
    case .effect(var effect):
      effect.effect = effect.effect.beginning
      effect.error = effect.error?.beginning
      return .effect(effect)
    case .diagnostic(var diagnostic):
      diagnostic.effect = diagnostic.effect?.beginning
      diagnostic.position = diagnostic.position?.beginning
      diagnostic.cause = diagnostic.cause.beginning
      diagnostic.cure = diagnostic.cure.beginning
      return .diagnostic(diagnostic)
    case .reads(let reads):
      return .reads(reads.fitted(to: limit))
    case .hello, .dropped, .bye, .welcome, .dispatch, .restore, .pause, .resume, .snapshot,
      .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return self
    }
  }

  /// Bytes that a line has for its values, with some to spare for a note and longer numbers.
  fileprivate func room(in limit: Int) -> Int {
    limit - line().count - 300
  }
}

extension WireRecord.State {
  fileprivate func fitted(to limit: Int, from length: Int) -> Self {
    var fitted = self
    fitted.state = .null
    fitted.note = nil
    fitted.state = state.fitted(to: WireRecord.state(fitted).room(in: limit))
    fitted.note = cutNote(length, limit)
    return fitted
  }
}

extension WireRecord.Commit {
  fileprivate func fitted(to limit: Int, from length: Int) -> Self {
    var fitted = self
    // The receiver knows what was there before: leaving that out loses nothing.
    fitted.changes = changes.map(\.withoutOld)
    if WireRecord.commit(fitted).line().count - 1 <= limit { return fitted }

    fitted.note = cutNote(length, limit)
    fitted.action = WireRecord.Action(type: action.type.beginning, id: action.id?.beginning)
    if let origin {
      fitted.origin = WireRecord.Origin(
        file: origin.file.beginning,
        line: origin.line,
        function: origin.function.beginning,
        info: origin.info?.beginning
      )
    }
    fitted.cause?.effect = cause?.effect?.beginning
    fitted.reducers = nil
    fitted.changes = []
    let room = WireRecord.commit(fitted).room(in: limit)
    let payload = action.payload.map { [$0] } ?? []
    let all = SpaceAllocation(
      room: room,
      fixed: payload.map { _ in 0 } + changes.map(\.lengthWithoutValues),
      values: payload + changes.map { $0.new ?? .null }
    )
    if all.shares.count == payload.count + changes.count {
      fitted.action.payload = action.payload?.fitted(to: all.shares[0])
      fitted.changes = zip(changes, all.shares.dropFirst(payload.count)).map { $0.fitted(to: $1) }
    } else {
      // Some changes without the others would make a state that never was.
      fitted.action.payload = action.payload?.fitted(to: room)
      fitted.omittedChanges = omittedChanges + changes.count
    }
    return fitted
  }
}

extension WireRecord.Reads {
  /// Shortens the names, then omits the entries at the end.
  fileprivate func fitted(to limit: Int) -> Self {
    var fitted = self
    for index in reads.indices {
      fitted.reads[index].kind = reads[index].kind.beginning
      fitted.reads[index].name = reads[index].name.beginning
      fitted.reads[index].position = reads[index].position?.beginning
    }
    while fitted.reads.count > 1, WireRecord.reads(fitted).line().count - 1 > limit {
      for read in fitted.reads.suffix(fitted.reads.count / 2) {
        fitted.omitted = WireNumber.sum(fitted.omitted, read.runs)
      }
      fitted.reads.removeLast(fitted.reads.count / 2)
    }
    return fitted
  }
}

extension TreeChange {
  fileprivate func fitted(to room: Int) -> TreeChange {
    switch self {
    case .add(let path, let new, let position): .add(path, new.fitted(to: room), position: position)
    case .set(let path, _, let new): .set(path, old: nil, new: new.fitted(to: room))
    case .remove, .move: withoutOld
    }
  }

  /// Bytes of its text and a comma, old and new value aside.
  fileprivate var lengthWithoutValues: Int {
    let bare: TreeChange =
      switch self {
      case .add(let path, _, let position): .add(path, .null, position: position)
      case .set(let path, _, _): .set(path, old: nil, new: .null)
      case .remove, .move: withoutOld
      }
    var writer = RecordWriter(type: "commit", into: [])
    let start = writer.json.sink.bytes.count
    bare.write(to: &writer)
    return writer.json.sink.bytes.count - start + 1
  }
}

extension String {
  /// Enough of a name to know it again.
  fileprivate var beginning: String {
    utf8.count <= 200 ? self : String(unicodeScalars.prefix(32)) + "…"
  }
}

private func cutNote(_ length: Int, _ limit: Int) -> String {
  "The record was \(ByteCount(length)) long; at most \(ByteCount(limit)) are read, so parts of it"
    + " were cut. Raise --max-record, or redact part of the state."
}
