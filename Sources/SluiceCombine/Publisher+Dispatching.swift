#if canImport(Combine)
  public import Combine
  public import Sluice

  extension Publisher where Output: Action, Failure == Never {
    /// Dispatches on a store each action that is published, as it comes.
    ///
    /// Does not keep the store alive. The actions' origin names the caller's file, line and function.
    ///
    /// - Returns: What ends it when it is cancelled or released.
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
    /// Dispatches on a store each action, of any type, that is published, as it comes.
    ///
    /// Does not keep the store alive. The actions' origin names the caller's file, line and function.
    ///
    /// - Returns: What ends it when it is cancelled or released.
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
    /// Dispatches on a projection each of its actions that is published, as it comes.
    ///
    /// Keeps the store alive, as a projection does.
    ///
    /// - Returns: What ends it when it is cancelled or released.
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
