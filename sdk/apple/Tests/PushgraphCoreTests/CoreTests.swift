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

@Test("a line that a crash has truncated is lost alone")
func skipsACutLine() async throws {
    let app = App { _ in throw URLError(.notConnectedToInternet) }
    app.push.track("order", id: "first")
    await app.push.awaitStored()
    try app.storage.write("queue", Data(try app.stored("queue").utf8) + Data("{\"key\":\"cut \u{e4}".utf8.dropLast()))
    app.push.track("order", id: "second")
    await app.push.awaitStored()
    #expect(app.push.pending == 2)
}

@Test("a temporary failure loses no event", arguments: [302, 408, 429, 500, 503])
func triesAgain(status: Int) async throws {
    let app = App { try $0.path.hasSuffix("/events") && $0.isFirst ? answer(status) : accept($0) }
    app.push.setToken("one")
    app.push.track("order")
    try await app.untilSettled()
    #expect(app.requests == ["POST /devices", "POST /events", "POST /events"])
}

@Test("only the event that the service refuses is dropped")
func dropsWhatIsRefused() async throws {
    let app = App { try $0.body.contains("wrong") ? answer(400) : accept($0) }
    app.push.setToken("one")
    for code in ["order", "wrong", "order"] { app.push.track(code) }
    try await app.untilSettled()
    #expect(app.codes.filter { $0 == .refused }.count == 1)
    #expect(app.accepted.filter { $0.contains("order") }.count == 2)
}

@Test("the tokens of a Live Activity are registered, and forgotten at its end")
func registersLiveActivities() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    app.push.setLiveActivity("order-17", token: Data([0xab, 0x01]))
    app.push.setLiveActivity("Order.Attributes_1", token: Data([0xcd]), startsActivities: true)
    app.push.endLiveActivity("order-17")
    for name in ["", "a/b", "caf\u{e9}", String(repeating: "a", count: 65)] {
        app.push.setLiveActivity(name, token: Data([1]))
    }
    try await app.untilSettled()
    #expect(
        app.requests == [
            "POST /devices", "PUT /live-activities/order-17", "PUT /live-activities/Order.Attributes_1",
            "DELETE /live-activities/order-17",
        ])
    #expect(app.accepted.contains { $0.contains("\"token\":\"ab01\"") && $0.contains("update") })
    #expect(app.codes == [.refused, .refused, .refused, .refused])
}

@Test("a service without Live Activities loses their tokens, but neither the device nor an event")
func survivesAnOlderService() async throws {
    let app = App { try $0.path.contains("/live-activities/") ? answer(404) : accept($0) }
    app.push.setToken("one")
    app.push.setLiveActivity("order-17", token: Data([1]))
    app.push.track("order")
    try await app.untilSettled()
    #expect(app.requests.filter { $0 == "POST /devices" }.count == 1)
    #expect(app.accepted.contains { $0.contains("order") && $0.contains("events") })
    #expect(app.codes == [.refused])
}

@Test("a number that JSON cannot represent is reported and blocks nothing")
func reportsNoNumber() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    app.push.track("order", data: ["total": .double(.nan)])
    app.push.track("order", data: ["total": 42])
    try await app.untilSettled()
    #expect(app.codes == [.storage])
    #expect(app.accepted.contains { $0.contains("\"total\":42") })
}

@Test("an unreadable storage is never overwritten")
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

@Test("sending resumes once files become readable, as after the first unlock")
func survivesLockedFiles() async throws {
    let app = App(answering: accept)
    let storage = LockedForAWhile(inner: app.storage)
    let push = Pushgraph(
        serviceId: "app", baseUrl: "https://push.test", storage: storage, network: app.network, retryBaseMs: 1,
        retryMaxMs: 5)
    push.setToken("one")
    await push.awaitStored()
    storage.lock(reads: 3)
    push.start()
    for _ in 1...500 where app.requests.isEmpty { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(app.requests == ["POST /devices"])
}

@Test("a registration that something other than the service answers loses nothing", arguments: [200, 401])
func survivesAProxy(status: Int) async throws {
    let app = App { $0.path == "/devices" && $0.isFirst ? answer(status, "<html>") : try accept($0) }
    app.push.setTags(["vip"])
    app.push.setToken("one")
    try await app.untilSettled()
    #expect(app.accepted.contains { $0.contains("vip") && $0.contains("one") })
    #expect(!app.codes.contains(.refused))
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

@Test("an Apple token becomes hexadecimal")
func writesTokens() async throws {
    let app = App(answering: accept)
    app.push.setToken(Data([0x00, 0x1a, 0xff]))
    try await app.untilSettled()
    #expect(app.accepted.contains { $0.contains("\"001aff\"") })
}

@Test("only a valid time in a header is read")
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

@Test("a state restored on another phone leaves device and token to the old phone")
func restoresAsNewDevice() async throws {
    let app = App(answering: accept)
    app.push.setToken("old")
    app.push.login("anna")
    try await app.untilSettled()
    app.push.close()
    try app.storage.write("secret", nil)
    let before = app.requests.count
    let restored = app.another()
    restored.start()
    restored.track("order")
    await restored.flush()
    #expect(app.requests.count == before)
    restored.setToken("new")
    #expect(await !restored.flush())
    #expect(Array(app.requests.dropFirst(before)) == ["POST /devices", "POST /events"])
    #expect(app.accepted.contains { $0.contains("new") && $0.contains("anna") })
}

@Test("a device of the first release keeps its secret")
func readsOldStates() async throws {
    let app = App(answering: accept)
    try app.storage.write("state", Data(#"{"token":"one","sentToken":"one","deviceId":"1","deviceSecret":"s","profile":{},"receipts":[]}"#.utf8))
    app.push.track("order")
    try await app.untilSettled()
    #expect(app.requests == ["PATCH /devices/1", "POST /events"])
    #expect(app.secrets.allSatisfy { $0 == "s" })
    #expect(try !app.stored("state").contains("deviceSecret"))
}

@Test("an extension sends the receipt and does not confirm the device")
func sendsOnlyTheReceipt() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    try await app.untilSettled()
    let before = app.requests.count
    let service = Pushgraph.Service(id: "app", baseUrl: "https://push.test")
    let inExtension = Pushgraph(service, storage: app.storage, network: app.network, isExtension: true) { _ in }
    inExtension.receipt("of a message", .delivered)
    #expect(await !inExtension.flush())
    app.push.receipt("of a message", .delivered)
    #expect(await !app.push.flush())
    #expect(Array(app.requests.dropFirst(before)) == ["POST /receipts"])
}

@Test("a cancelled flush ends the request, releases the locks and keeps waiting entries")
func releasesLocks() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = Pushgraph.FileStorage(folder)
    let network = EndlessNetwork()
    let push = Pushgraph(serviceId: "app", baseUrl: "https://push.test", storage: storage, network: network)
    push.setToken("one")
    push.track("order")
    let flush = Task { await push.flush() }
    for _ in 1...500 where network.count == 0 { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(try storage.tryLock("send") == nil)
    flush.cancel()
    #expect(await flush.value)
    let release = try storage.tryLock("send")
    #expect(release != nil)
    release?()
    #expect(push.pending == 1)
    #expect(network.count == 1)
}

@Test("a user whose hash is no longer accepted does not block other changes")
func keepsChangesOfARefusedUser() async throws {
    let app = App { asked in
        asked.path == "/devices" && asked.body.contains("anna") && !asked.isFirst ? answer(401) : try accept(asked)
    }
    app.push.setToken("one")
    app.push.login("anna", identityHash: "old")
    try await app.untilSettled()
    let state = try app.stored("state").replacingOccurrences(of: #""deviceId":"1""#, with: #""deviceId":"gone""#)
    app.push.close()
    try app.storage.write("state", Data(state.utf8))
    let next = app.another()
    next.setToken("one")
    next.update(["language": "de"])
    for _ in 1...500 where await !next.isSettled { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(app.accepted.contains { $0.contains("\"language\":\"de\"") && !$0.contains("anna") })
}

@Test("facts are sent when they change, and the number on the icon is shared")
func remembersFactsAndBadge() async throws {
    let app = App(answering: accept)
    app.push.setToken("one")
    for language in ["de", "de", "en"] { app.push.reportFacts(["language": .string(language)]) }
    try await app.untilSettled()
    #expect(app.accepted.filter { $0.contains("language") }.count <= 2)
    let before = app.requests.count
    app.push.reportFacts(["language": "en"])
    #expect(await !app.push.flush())
    #expect(app.requests.count == before)
    #expect(await app.push.changeBadge { $0 + 3 } == 3)
    #expect(await app.another().changeBadge { $0 - 1 } == 2)
    #expect(await app.push.changeBadge { $0 - 9 } == 0)
}

/// A request in the form that the tests compare.
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
    private var shown: [String] = []
    private let answering: @Sendable (Asked) throws -> Pushgraph.Answer
    private(set) lazy var network = FakeNetwork { [unowned self] in try self.answer($0) }
    private(set) lazy var push = Pushgraph(
        serviceId: "app", baseUrl: "https://push.test/", storage: storage, network: network, retryBaseMs: 1,
        retryMaxMs: 5, onProblem: { [unowned self] problem in lock.withLock { heard.append(problem.code) } })

    init(answering: @escaping @Sendable (Asked) throws -> Pushgraph.Answer) { self.answering = answering }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The next process of the app.
    func another() -> Pushgraph {
        Pushgraph(
            serviceId: "app", baseUrl: "https://push.test", storage: storage, network: network, retryBaseMs: 1,
            retryMaxMs: 5)
    }

    var storage: Pushgraph.FileStorage { Pushgraph.FileStorage(folder) }
    var codes: [Pushgraph.Problem.Code] { lock.withLock { heard } }
    /// The secrets of the requests so far.
    var secrets: [String] { lock.withLock { shown } }
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
        lock.withLock { shown.append(request.secret ?? "") }
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

/// Never answers, like a network that looks connected but is not.
private final class EndlessNetwork: Pushgraph.Network, @unchecked Sendable {
    private let lock = NSLock()
    private var asked = 0

    var count: Int { lock.withLock { asked } }

    func send(_ request: Pushgraph.Request) async throws -> Pushgraph.Answer {
        lock.withLock { asked += 1 }
        try await Task.sleep(nanoseconds: 600_000_000_000)
        throw URLError(.timedOut)
    }
}

/// Fails like a phone's files before the first unlock.
private struct LockedStorage: Pushgraph.Storage {
    let inner: Pushgraph.FileStorage

    func read(_ name: String) throws -> Data? { throw CocoaError(.fileReadNoPermission) }
    func write(_ name: String, _ text: Data?) throws { try inner.write(name, text) }
    func append(_ name: String, line: Data) throws { try inner.append(name, line: line) }
    func tryLock(_ name: String) throws -> (@Sendable () -> Void)? { try inner.tryLock(name) }
}

/// Reads fail for a while, like a phone's before its first unlock.
private final class LockedForAWhile: Pushgraph.Storage, @unchecked Sendable {
    private let inner: Pushgraph.FileStorage
    private let guarding = NSLock()
    private var failing = 0

    init(inner: Pushgraph.FileStorage) { self.inner = inner }

    func lock(reads: Int) { guarding.withLock { failing = reads } }

    func read(_ name: String) throws -> Data? {
        let isLocked = guarding.withLock {
            failing -= 1
            return failing >= 0
        }
        if isLocked { throw CocoaError(.fileReadNoPermission) }
        return try inner.read(name)
    }

    func write(_ name: String, _ text: Data?) throws { try inner.write(name, text) }
    func append(_ name: String, line: Data) throws { try inner.append(name, line: line) }
    func tryLock(_ name: String) throws -> (@Sendable () -> Void)? { try inner.tryLock(name) }
}
