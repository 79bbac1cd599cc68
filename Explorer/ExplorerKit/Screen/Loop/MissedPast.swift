import SluiceSocket
import SluiceWire

/// What a hub holds of its programs' past, brought in front of what happens now.
///
/// For a screen that attaches to another Explorer, or reads from it too slowly. Pure: pass it every
/// event, show what it returns, and let it ask after each turn. While the past of a program is on its
/// way, what happens in it is left out: a later page has it.
struct MissedPast {
  private enum Phase {
    /// A request for what follows on the last commit is due.
    case due
    case asked(Int, after: Int?)
    /// The hub refused; the current state is the most that there is.
    case refused
    /// What happens is shown.
    case following
  }

  private struct Program {
    var label: String
    var phase = Phase.following
    /// The last commit that was shown, or the state after it.
    var last: Int?

    /// The number of the request that is not answered in full.
    var request: Int? {
      if case .asked(let number, _) = phase { number } else { nil }
    }
  }

  /// By instance.
  private var programs: [String: Program] = [:]

  /// Returns what an event shows of a program; `nil` for nothing.
  ///
  /// - Parameter canAsk: Whether the event came from a hub that holds the past of its programs.
  mutating func take(_ event: HubEvent, canAsk: Bool) -> HubEvent? {
    switch event {
    case .connected(let label, let hello):
      let last = programs[hello.instance]?.last
      let phase = canAsk ? Phase.due : .following
      programs[hello.instance] = Program(label: label, phase: phase, last: last)
    case .record(_, let instance, let record):
      guard isShown(record, of: instance, canAsk) else { return nil }
      note(record, of: instance)
    case .held(let request, let record):
      return take(held: record, request)
    case .disconnected(_, let instance, _):
      programs[instance]?.phase = .following
    case .problem:
      break
    }
    return event
  }

  private mutating func isShown(
    _ record: WireRecord,
    of instance: String,
    _ canAsk: Bool
  ) -> Bool {
    guard let program = programs[instance] else { return true }
    switch (program.phase, record) {
    case (.following, .dropped(let dropped)) where canAsk && dropped.mayBeHeld:
      // The hub has what this one did not receive.
      programs[instance]?.phase = .due
      return false
    case (.due, .state), (.due, .commit), (.due, .effect), (.due, .dropped): return false
    case (.asked, .state), (.asked, .commit), (.asked, .effect), (.asked, .dropped): return false
    default: return true
    }
  }

  private mutating func note(_ record: WireRecord, of instance: String) {
    switch record {
    case .state(let state): programs[instance]?.last = state.number
    case .commit(let commit): programs[instance]?.last = commit.number
    case .dropped(let dropped): programs[instance]?.last = dropped.to
    default: break
    }
  }

  /// Takes in a part of an answer.
  private mutating func take(held record: WireRecord, _ request: Int) -> HubEvent? {
    let asked = programs.first { $0.value.request == request }
    guard let (instance, program) = asked, case .asked(_, let after) = program.phase else {
      return nil
    }
    switch record {
    case .page(let page):
      let isAnew = page.last.map { $0 < after ?? .min } ?? false
      if isAnew { programs[instance]?.last = nil }
      // Without progress, the same would be asked for ever.
      let hasMore = isAnew || page.hasMore && program.last != after
      programs[instance]?.phase = hasMore ? .due : .following
      return nil
    case .error:
      programs[instance]?.phase = .refused
      return nil
    default:
      note(record, of: instance)
      return .record(label: program.label, instance: instance, record)
    }
  }

  /// Asks for what is due.
  mutating func ask(_ source: some HistorySource) {
    for (instance, program) in programs {
      do throws(CommandRefusal) {
        switch program.phase {
        case .due:
          let request = WireRecord.History(request: 0, after: program.last)
          let number = try source.send(.history(request), to: instance)
          programs[instance]?.phase = .asked(number, after: program.last)
        case .refused:
          _ = try source.send(.snapshot(.init(request: 0)), to: instance)
          programs[instance]?.phase = .following
        case .asked, .following: break
        }
      } catch {
        // A later turn makes room, or ends the connection.
        if error.isTemporary { continue }
        if case .due = program.phase {
          programs[instance]?.phase = .refused
        } else {
          programs[instance]?.phase = .following
        }
      }
    }
  }
}
