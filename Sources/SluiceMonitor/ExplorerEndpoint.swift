/// The endpoint that an ``ExplorerInterceptor`` sends to, and its status.
public struct ExplorerEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// Such as `unix:/run/user/1000/sluice/explorer.sock`; `nil` if none is available.
  public let address: String?
  /// Why the interceptor is off, and how to turn it on; `nil` while it is on.
  public let reasonOff: String?
  /// Whether an Explorer is currently connected.
  public let isConnected: Bool
  /// The last failure with the other side, except that none is listening.
  public let trouble: String?

  /// A one-line description for a log.
  public var description: String {
    if let reasonOff { return "off: \(reasonOff)" }
    let status = isConnected ? "connected" : "not connected"
    return "\(address ?? "no address") (\(status))" + (trouble.map { ". \($0)" } ?? "")
  }
}
