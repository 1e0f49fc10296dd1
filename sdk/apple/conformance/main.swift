import Foundation
import PushgraphCore

// The driver for sdk/conformance: reads one JSON command per line and writes one JSON answer per line.

typealias Value = Pushgraph.Value

let arguments = CommandLine.arguments
let clock = ShiftedClock()
let problems = Problems()
let push = Pushgraph(
    serviceId: arguments[2],
    baseUrl: arguments[1],
    storage: Pushgraph.FileStorage(URL(fileURLWithPath: arguments[3])),
    clock: clock,
    retryBaseMs: 100,
    retryMaxMs: 500,
    onProblem: { problems.add($0) })

while let line = readLine() {
    let answer: [String: Value]
    do {
        answer = ["answer": try await run(try JSONDecoder().decode([String: Value].self, from: Data(line.utf8)))]
    } catch {
        answer = ["failure": .string("\(error)")]
    }
    try FileHandle.standardOutput.write(contentsOf: try JSONEncoder().encode(answer) + Data("\n".utf8))
}

func run(_ command: [String: Value]) async throws -> Value {
    func text(_ name: String) -> String? { if case .string(let text)? = command[name] { text } else { nil } }
    func must(_ name: String) throws -> String {
        guard let text = text(name) else { throw Failure(description: "`\(name)` is missing.") }
        return text
    }
    func object(_ name: String) -> [String: Value]? {
        if case .object(let members)? = command[name] { members } else { nil }
    }
    func number(_ name: String) -> Int64 { if case .int(let number)? = command[name] { number } else { 0 } }

    switch try must("do") {
    case "start": push.start()
    case "setToken": push.setToken(Data(try must("token").utf8) + Data(count: 32 - (try must("token").utf8.count)))
    case "login": push.login(try must("user"), identityHash: text("identityHash"))
    case "logout": push.logout()
    case "setTags":
        guard case .array(let tags)? = command["tags"] else { throw Failure(description: "`tags` is missing.") }
        push.setTags(tags.compactMap { if case .string(let tag) = $0 { tag } else { nil } })
    case "setAttributes": push.setAttributes(object("attributes") ?? [:])
    case "update": push.update(object("facts") ?? [:])
    case "track": push.track(try must("code"), id: text("id"), data: object("data"))
    case "receipt":
        guard let kind = Pushgraph.ReceiptKind(rawValue: try must("kind")) else {
            throw Failure(description: "`kind` is unknown.")
        }
        push.receipt(try must("receipt"), kind, button: text("button"))
    case "preferences": return value(await push.preferences())
    case "setPreferences": return value(await push.setPreferences((object("choices") ?? [:]).mapValues { $0 == true }))
    case "online": push.online()
    case "clock": clock.shiftMs = number("shiftMs")
    case "stored":
        await push.awaitStored()
        return try await waitUntil { push.pending >= number("pending") }
    case "settled": return try await waitUntil { await push.isSettled }
    case "problems": return .array(problems.codes.map { .string($0) })
    case let word: throw Failure(description: "`\(word)` is no word of the script.")
    }
    return .null
}

func value(_ preferences: Pushgraph.Preferences?) -> Value {
    guard let preferences else { return .null }
    let pairs = preferences.categories.map { ($0.key, Value.bool($0.isOn)) }
    let choices = Value.object(Dictionary(uniqueKeysWithValues: pairs))
    return ["choices": choices, "allMarketing": .bool(preferences.allMarketing)]
}

func waitUntil(_ isSo: () async -> Bool) async throws -> Value {
    let deadline = Date().addingTimeInterval(60)
    while Date() < deadline {
        if await isSo() { return true }
        try await Task.sleep(nanoseconds: 20_000_000)
    }
    throw Failure(description: "Waited a minute in vain.")
}

struct Failure: Error, CustomStringConvertible { let description: String }

final class ShiftedClock: Pushgraph.Clock, @unchecked Sendable {
    private let lock = NSLock()
    private var shift: Int64 = 0
    private let system = Pushgraph.SystemClock()

    var shiftMs: Int64 {
        get { lock.withLock { shift } }
        set { lock.withLock { shift = newValue } }
    }

    func now() -> Int64 { system.now() + shiftMs }

    func elapsed() -> Int64 { system.elapsed() }
}

final class Problems: @unchecked Sendable {
    private let lock = NSLock()
    private var heard: [String] = []

    var codes: [String] { lock.withLock { heard } }

    func add(_ problem: Pushgraph.Problem) {
        lock.withLock { heard.append(problem.code.rawValue) }
        let status = problem.status.map(String.init) ?? "-"
        FileHandle.standardError.write(Data("\(problem.code.rawValue) \(status) \(problem.message)\n".utf8))
    }
}
