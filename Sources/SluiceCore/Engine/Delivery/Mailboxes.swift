import SluiceLocks

/// The mailboxes of one store: one for each actor with subscribers.
final class Mailboxes: Sendable {
  let backlog = Backlog()
  private let table = Locked<[ObjectIdentifier: (mailbox: Mailbox, subscribers: Int)]>([:])

  /// Returns an actor's mailbox for one more subscriber.
  func enter(_ actor: any Actor) -> Mailbox {
    table.withLock { table in
      let id = ObjectIdentifier(actor)
      let mailbox = table[id]?.mailbox ?? Mailbox(of: actor)
      table[id, default: (mailbox, 0)].subscribers += 1
      return mailbox
    }
  }

  /// Ends what `enter` began; with its last subscriber the actor is released.
  func leave(_ mailbox: Mailbox) {
    let id = ObjectIdentifier(mailbox.actor)
    table.withLock { table in
      table[id]?.subscribers -= 1
      if table[id]?.subscribers == 0 { table[id] = nil }
    }
  }
}
