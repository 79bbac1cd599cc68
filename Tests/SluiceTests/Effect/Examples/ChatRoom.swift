import Sluice
import SluiceTesting
import TestSupport
import Testing

struct Chat: Sendable, Equatable {
  var room: String?
  var messages: [String] = []
}
struct JoinRoom: Action { let name: String }
struct LeaveRoom: Action {}
struct SayInRoom: Action { let text: String }
struct MessageCame: Action { let text: String }

/// One end of a connection, read and written line by line.
///
/// Ending to read hangs up: the other end's lines end too.
struct ChatSocket: Sendable {
  let lines: AsyncStream<String>
  private let other: AsyncStream<String>.Continuation

  /// Two ends that are connected with each other.
  static func pair() -> (ChatSocket, ChatSocket) {
    let (mine, theirs) = (AsyncStream<String>.makeStream(), AsyncStream<String>.makeStream())
    mine.continuation.onTermination = { _ in theirs.continuation.finish() }
    theirs.continuation.onTermination = { _ in mine.continuation.finish() }
    return (
      ChatSocket(lines: mine.stream, other: theirs.continuation),
      ChatSocket(lines: theirs.stream, other: mine.continuation)
    )
  }

  func say(_ line: String) { other.yield(line) }
}

struct ChatService: Sendable {
  var connect: @Sendable (_ room: String) async throws -> ChatSocket
}

let chat = Reducer<Chat>(
  ReduceOn(JoinRoom.self) { state, action in state = Chat(room: action.name) },
  ReduceOn(LeaveRoom.self) { state, _ in state.room = nil },
  ReduceOn(MessageCame.self) { state, action in state.messages.append(action.text) }
)

let connection = Feedback<Chat, ChatService>(whenSome: \.room) { room, service, context in
  let socket = try await service.connect(room)
  // Leaving cancels the run, and with it both directions.
  await withThrowingTaskGroup { group in
    group.addTask {
      for await line in socket.lines { context.send(MessageCame(text: line)) }
    }
    group.addTask {
      while true { socket.say(try await context.next(SayInRoom.self).text) }
    }
    _ = try? await group.next()
    group.cancelAll()
  }
}

@Suite(.inTurn) struct ChatRoomTests {
  @Test func `rooms are joined and left by state`() async throws {
    let servers = Log<ChatSocket>()
    let service = ChatService { room in
      let (mine, theirs) = ChatSocket.pair()
      theirs.say("welcome to \(room)")
      servers.append(theirs)
      return mine
    }
    let store = Store(initialState: Chat(), environment: service, reducers: [chat])
    let commits = TestInterceptor<Chat>()
    store.register(interceptor: commits)
    store.register(feedback: connection)

    store.dispatch(action: JoinRoom(name: "attic"))
    store.dispatch(action: SayInRoom(text: "hello"))
    try await commits.wait(for: MessageCame.self) { $0.text == "welcome to attic" }
    let attic = try #require(servers.events.first)
    var lines = attic.lines.makeAsyncIterator()
    #expect(await lines.next() == "hello")
    attic.say("who is there?")
    try await commits.wait(for: MessageCame.self) { $0.text == "who is there?" }

    store.dispatch(action: JoinRoom(name: "cellar"))
    #expect(await lines.next() == nil, "the first room hears that it was left")
    try await commits.wait(for: MessageCame.self) { $0.text == "welcome to cellar" }
    #expect(store.messages == ["welcome to cellar"])

    store.dispatch(action: LeaveRoom())
    let cellar = try #require(servers.events.last)
    var last = cellar.lines.makeAsyncIterator()
    #expect(await last.next() == nil)
    #expect(store.room == nil)
  }
}
