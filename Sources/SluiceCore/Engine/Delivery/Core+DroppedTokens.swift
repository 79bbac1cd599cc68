#if DEBUG
  extension Core {
    /// Reports, once, a subscriber whose token was released at once.
    final func reportDroppedToken(of subscriber: SubscriptionSite) {
      let isFirst = locked("select") { _ in
        defer { notices.wasTokenReported = true }
        return !notices.wasTokenReported && !isClosed
      }
      if isFirst { report(.tokenDropped(subscriber: subscriber.description)) }
    }
  }
#endif
