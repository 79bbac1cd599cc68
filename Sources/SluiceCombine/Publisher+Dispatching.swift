#if canImport(Combine)
  public import Combine
  public import Sluice

  extension Publisher where Output: Action, Failure == Never {
    /// Dispatches each published action on a store, as it arrives.
    ///
    /// Doesn't retain the store. The actions' origin names the caller's file, line and function.
    ///
    /// - Returns: A cancellable; dispatching ends when it is cancelled or released.
    public func dispatch<State, Environment>(
      on store: Store<State, Environment>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> AnyCancellable {
      let dispatch = store.dispatcher(fileID: fileID, line: line, function: function)
      return sink { dispatch($0) }
    }
  }

  extension Publisher where Output == any Action, Failure == Never {
    /// Dispatches each published action, of any type, on a store, as it arrives.
    ///
    /// Doesn't retain the store. The actions' origin names the caller's file, line and function.
    ///
    /// - Returns: A cancellable; dispatching ends when it is cancelled or released.
    public func dispatch<State, Environment>(
      on store: Store<State, Environment>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> AnyCancellable {
      let dispatch = store.dispatcher(fileID: fileID, line: line, function: function)
      return sink { dispatch($0) }
    }
  }

  extension Publisher where Failure == Never {
    /// Dispatches each published action of a projection on it, as it arrives.
    ///
    /// Retains the store, as a projection does.
    ///
    /// - Returns: A cancellable; dispatching ends when it is cancelled or released.
    public func dispatch<State>(
      on projection: StoreProjection<State, Output>,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> AnyCancellable {
      sink { action in
        projection.dispatch(action: action, fileID: fileID, line: line, function: function)
      }
    }
  }
#endif
