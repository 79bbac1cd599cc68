#if INTERLEAVING
  import Glibc

  /// Starts a thread that lives as long as the process.
  func startThread(_ body: @escaping () -> Void) -> pthread_t {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let result = unsafe pthread_create(
      &thread,
      nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
      },
      context
    )
    precondition(result == 0, "No thread could be started: \(result)")
    return thread
  }

  private final class ThreadBody {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
#endif
