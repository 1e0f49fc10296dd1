import Foundation
import Testing

@testable import PushgraphCore

@Test("the queue keeps 1,000 entries and drops the oldest event first")
func boundsTheQueue() async throws {
    let app = App { _ in throw URLError(.notConnectedToInternet) }
    app.push.login("anna")
    for number in 1...1_001 { app.push.track("order", id: "\(number)") }
    await app.push.awaitStored()
    #expect(app.push.pending == 1_000)
    let lines = try app.stored("queue").split(separator: "\n")
    #expect(lines.first?.contains("anna") == true)
    #expect(lines.contains { $0.contains("\"3\"") })
    #expect(!lines.contains { $0.contains("\"1\"") || $0.contains("\"2\"") })
    #expect(app.codes.contains(.storage))
}

@Test("a line that a crash has cut costs nothing but that line")
func skipsACutLine() async throws {
    let app = App { _ in throw URLError(.notConnectedToInternet) }
    app.push.track("order", id: "first")
    await app.push.awaitStored()
    try app.storage.write("queue", Data(try app.stored("queue").utf8) + Data("{\"key\":\"cut \u{e4}".utf8.dropLast()))
    app.push.track("order", id: "second")
    await app.push.awaitStored()
    #expect(app.push.pending == 2)
}

@Test("a passing failure loses no event", arguments: [302, 408, 429, 500, 503])
func triesAgain(status: Int) async throws {
    let app = App { try $0.path.hasSuffix("/events") && $0.isFirst ? answer(status) : accept($0) }
    app.push.setToken("one")
    app.push.track("order")
    try await app.untilSettled()
    #expect(app.requests == ["POST /devices", "POST /events", "POST /events"])
}

@Test("an event that the service refuses is dropped, and no other")
func dropsWhatIsRefused() async throws {
    let app = App { try $0.body.contains("wrong") ? answer(400) : accept($0) }
    app.push.setToken("one")
    for code in ["order", "wrong", "order"] { app.push.track(code) }
    try await app.untilSettled()
    #expect(app.codes.filter { $0 == .refused }.count == 1)
    #expect(app.accepted.filter { $0.contains("order") }.count == 2)
}

@Test("a number that JSON does not have is reported and holds up nothing")
func reportsNoNumber() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    app.push.track("order", data: ["total": .double(.nan)])
    app.push.track("order", data: ["total": 42])
    try await app.untilSettled()
    #expect(app.codes == [.storage])
    #expect(app.accepted.contains { $0.contains("\"total\":42") })
}

@Test("a storage that cannot be read is never written over")
func keepsAnUnreadableStorage() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    try await app.untilSettled()
    let before = try app.stored("state")
    let locked = Pushgraph(
        serviceId: "app", baseUrl: "https://push.test", storage: LockedStorage(inner: app.storage),
        network: app.network)
    locked.setToken("two")
    locked.track("order")
    await locked.awaitStored()
    #expect(try app.stored("state") == before)
    #expect(app.requests == ["POST /devices"])
}

@Test("a repeated receipt is sent once for each kind")
func sendsReceiptsOnce() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    for _ in 1...3 {
        app.push.receipt("receipt of a message", .delivered)
        app.push.receipt("receipt of a message", .clicked, button: "buy")
    }
    try await app.untilSettled()
    #expect(app.requests.filter { $0 == "POST /receipts" }.count == 2)
}

@Test("a call after close is reported and not stored")
func reportsWhenClosed() async {
    let app = App(answering: accept)
    app.push.close()
    app.push.track("order")
    #expect(await app.push.preferences() == nil)
    #expect(app.codes == [.storage])
    #expect(app.push.pending == 0)
}

@Test("a lock belongs to one holder until it is released")
func locksOnce() throws {
    let storage = App(answering: accept).storage
    let release = try storage.tryLock("data")
    #expect(release != nil)
    #expect(try storage.tryLock("data") == nil)
    #expect(try storage.tryLock("send") != nil)
    release?()
    #expect(try storage.tryLock("data") != nil)
}

@Test("a token of Apple is its bytes in hexadecimal")
func writesTokens() async throws {
    let app = App(answering: accept)
    app.push.setToken(Data([0x00, 0x1a, 0xff]))
    try await app.untilSettled()
    #expect(app.accepted.contains { $0.contains("\"001aff\"") })
}

@Test("the time of a header is read, and nothing else is")
func readsDates() {
    #expect(milliseconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777_000)
    #expect(milliseconds("Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199_000)
    for text in ["", "120", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "a, b Nov c d:e:f GMT"] {
        #expect(milliseconds(text) == nil)
    }
}

@Test("every kind of value survives JSON")
func keepsValues() throws {
    let value: Pushgraph.Value = [
        "none": nil, "yes": true, "most": .int(.max), "part": 0.5, "text": "a\u{2028}\"\n\u{1f600}",
        "list": ["a", 1, [:]],
    ]
    let text = try JSONEncoder().encode(value)
    #expect(!text.contains(newline))
    #expect(try JSONDecoder().decode(Pushgraph.Value.self, from: text) == value)
}

/// A request as the tests look at it.
private struct Asked {
    let method: String
    let path: String
    let body: String
    /// No request of the same kind came before.
    let isFirst: Bool
}

private func answer(_ status: Int, _ body: String = "{}") -> Pushgraph.Answer {
    Pushgraph.Answer(status: status, body: Data(body.utf8))
}

private func accept(_ asked: Asked) throws -> Pushgraph.Answer {
    asked.path == "/devices" ? answer(201, #"{"device_id":"1","device_secret":"s"}"#) : answer(202)
}

private final class App: @unchecked Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let lock = NSLock()
    private var heard: [Pushgraph.Problem.Code] = []
    private var seen: [(name: String, body: String, isGood: Bool)] = []
    private let answering: @Sendable (Asked) throws -> Pushgraph.Answer
    private(set) lazy var network = FakeNetwork { [unowned self] in try self.answer($0) }
    private(set) lazy var push = Pushgraph(
        serviceId: "app", baseUrl: "https://push.test/", storage: storage, network: network, retryBaseMs: 1,
        retryMaxMs: 5, onProblem: { [unowned self] problem in lock.withLock { heard.append(problem.code) } })

    init(answering: @escaping @Sendable (Asked) throws -> Pushgraph.Answer) { self.answering = answering }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var storage: Pushgraph.FileStorage { Pushgraph.FileStorage(folder) }
    var codes: [Pushgraph.Problem.Code] { lock.withLock { heard } }
    var requests: [String] { lock.withLock { seen.map(\.name) } }
    var accepted: [String] { lock.withLock { seen.filter(\.isGood).map(\.body) } }

    func stored(_ name: String) throws -> String { String(decoding: try storage.read(name) ?? Data(), as: UTF8.self) }

    func untilSettled() async throws {
        for _ in 1...500 where await !push.isSettled { try await Task.sleep(nanoseconds: 10_000_000) }
        #expect(await push.isSettled)
    }

    private func answer(_ request: Pushgraph.Request) throws -> Pushgraph.Answer {
        let path = request.url.path.replacingOccurrences(of: "/sdk/v1/app", with: "")
        let name = "\(request.method) \(path.replacingOccurrences(of: "/devices/1/", with: "/"))"
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        let isFirst = lock.withLock { !seen.contains { $0.name == name } }
        let result = Result { try answering(Asked(method: request.method, path: path, body: body, isFirst: isFirst)) }
        let status = try? result.get().status
        lock.withLock { seen.append((name, body, (200..<300).contains(status ?? 0))) }
        return try result.get()
    }
}

private struct FakeNetwork: Pushgraph.Network {
    let answer: @Sendable (Pushgraph.Request) throws -> Pushgraph.Answer

    func send(_ request: Pushgraph.Request) async throws -> Pushgraph.Answer { try answer(request) }
}

/// Behaves like a phone's files before the first unlock.
private struct LockedStorage: Pushgraph.Storage {
    let inner: Pushgraph.FileStorage

    func read(_ name: String) throws -> Data? { throw CocoaError(.fileReadNoPermission) }
    func write(_ name: String, _ text: Data?) throws { try inner.write(name, text) }
    func append(_ name: String, line: Data) throws { try inner.append(name, line: line) }
    func tryLock(_ name: String) throws -> (@Sendable () -> Void)? { try inner.tryLock(name) }
}
