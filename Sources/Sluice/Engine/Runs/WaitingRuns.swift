/// Those who wait for the next action of a type, in the runs of one effect.
///
/// Kept by what they wait for, so that an action is compared with each type once and not with each
/// run: thousands of runs may wait for what concerns a few of them.
struct WaitingRuns {
  /// What is waited for.
  struct Wish: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let templateID: String?
    let matches: @Sendable (any Action) -> Bool

    init<A: Action>(_ type: A.Type) {
      self.type = ObjectIdentifier(type)
      templateID = nil
      matches = { $0 is A }
    }

    init<Payload>(_ template: ActionTemplate<Payload>) {
      type = ObjectIdentifier(AnonymousAction<Payload>.self)
      templateID = template.id
      matches = { $0.wasCreated(from: template) }
    }

    static func == (one: Wish, other: Wish) -> Bool {
      one.type == other.type && one.templateID == other.templateID
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(templateID)
    }
  }

  struct Waiter {
    let inbox: RunInbox
    let continuation: CheckedContinuation<any Action, any Error>
  }

  private var waiters: [Wish: [Int: Waiter]] = [:]

  mutating func insert(_ waiter: Waiter, _ id: Int, for wish: Wish) {
    waiters[wish, default: [:]][id] = waiter
    waiter.inbox.waiting[id] = wish
  }

  mutating func remove(_ id: Int, from inbox: RunInbox) -> Waiter? {
    guard let wish = inbox.waiting.removeValue(forKey: id) else { return nil }
    let waiter = waiters[wish]?.removeValue(forKey: id)
    if waiters[wish]?.isEmpty == true { waiters[wish] = nil }
    return waiter
  }

  /// Takes those who waited for an action: one in each run, the one who waits longest.
  mutating func take(_ record: CommitRecord) -> [Waiter] {
    if waiters.isEmpty { return [] }
    var candidates: [(id: Int, wish: Wish, inbox: RunInbox)] = []
    for (wish, waiting) in waiters where wish.matches(record.action) {
      candidates += waiting.map { ($0.key, wish, $0.value.inbox) }
    }
    candidates.sort { $0.id < $1.id }
    return candidates.compactMap { id, wish, inbox in
      inbox.take(record, for: wish) ? remove(id, from: inbox) : nil
    }
  }

  /// Takes those who wait in one run.
  mutating func removeAll(from inbox: RunInbox) -> [Waiter] {
    inbox.waiting.keys.sorted().compactMap { remove($0, from: inbox) }
  }
}
