import Foundation

/// Stores the app's calls in one serial queue and sends them in another. Processes share the storage: the lock `data`
/// guards its files, and `send` lets one process at a time talk to the service, so no device is registered twice.
actor Worker {
    private nonisolated let storage: any Pushgraph.Storage
    private nonisolated let clock: any Pushgraph.Clock
    private let network: any Pushgraph.Network
    private let place: String
    private let pauses: (base: Int64, most: Int64)
    private nonisolated let onProblem: @Sendable (Pushgraph.Problem) -> Void
    private nonisolated let writer = SerialQueue()
    private nonisolated let sender = SerialQueue()

    /// False until this process has confirmed the device at the service.
    private var isRefreshed: Bool
    /// True between `interrupt` and the next call of the app.
    private var isHeld = false
    private var sending: Task<Void, any Error>?
    private var isDrainAsked = false
    private var failures = 0
    private var quietUntil: Int64 = 0
    private var nextTry: Task<Void, Never>?
    /// How far the service's clock is ahead of ours, in milliseconds; nil before its first answer.
    private var clockShift: Int64?

    init(
        place: String, storage: any Pushgraph.Storage, clock: any Pushgraph.Clock, network: any Pushgraph.Network,
        pauses: (base: Int64, most: Int64), isRefreshed: Bool,
        onProblem: @escaping @Sendable (Pushgraph.Problem) -> Void
    ) {
        self.place = place
        self.storage = storage
        self.clock = clock
        self.network = network
        self.pauses = pauses
        self.isRefreshed = isRefreshed
        self.onProblem = onProblem
    }

    nonisolated var deviceId: String? { quietly { try storedState() }?.deviceId }

    nonisolated var pending: Int { quietly { try lines().count { decode($0) != nil } } ?? 0 }

    func awaitStored() async {
        await withCheckedContinuation { stored in
            if !writer.run({ stored.resume() }) { stored.resume() }
        }
    }

    var isSettled: Bool {
        get async {
            await awaitStored()
            guard let state = quietly({ try state() }) else { return false }
            return pending == 0 && state.deviceId != nil && state.sentToken == state.token && isRefreshed
        }
    }

    nonisolated func add(_ kind: Entry.Kind, _ body: Members) {
        write { try $0.enqueue(Entry(kind: kind, body: body)) }
    }

    nonisolated func refuse(_ message: String) { report(.refused, nil, message) }

    nonisolated func track(_ event: Members) {
        let at = clock.now()
        write { try $0.enqueue(Entry(kind: .track, body: event, at: at, shift: $0.clockShift)) }
    }

    nonisolated func receipt(_ body: Members) {
        let mark = "\(body["kind"]?.text ?? "") \(body["receipt"]?.text?.suffix(markLength) ?? "")"
        write { worker in
            if try worker.state().receipts.contains(mark) { return }
            // After a crash here the entry is sent twice, but the service counts it once.
            try worker.enqueue(Entry(kind: .receipt, body: body))
            try worker.change { $0.receipts = ($0.receipts + [mark]).suffix(maxMarks) }
        }
    }

    nonisolated func online() {
        sender.run { await self.tryAtOnce() }
    }

    nonisolated func flush() async -> Bool {
        await awaitStored()
        await release()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                let isOpen = sender.run {
                    await self.tryAtOnce()
                    done.resume(returning: self.pending > 0)
                }
                if !isOpen { done.resume(returning: self.pending > 0) }
            }
        } onCancel: {
            Task { await self.interrupt() }
        }
    }

    private func release() { isHeld = false }

    /// Ends the running request and releases the locks, which a suspended process must not hold.
    private func interrupt() {
        isHeld = true
        nextTry?.cancel()
        sending?.cancel()
    }

    /// Stores the facts as an update if they differ from the last ones.
    nonisolated func reportFacts(_ facts: Members) {
        write { worker in
            if try worker.state().facts == facts { return }
            try worker.enqueue(Entry(kind: .update, body: facts))
            try worker.change { $0.facts = facts }
        }
    }

    /// Returns the new number, or nil if it could not be stored.
    nonisolated func changeBadge(_ edit: @escaping @Sendable (Int) -> Int) async -> Int? {
        await withCheckedContinuation { done in
            let isOpen = writer.run {
                let badge = await self.store { worker in
                    try worker.change { $0.badge = max(0, edit($0.badge ?? 0)) }
                    return try worker.state().badge
                }
                done.resume(returning: badge ?? nil)
            }
            if !isOpen { done.resume(returning: nil) }
        }
    }

    nonisolated func preferences(_ method: String, language: String?, body: Members?) async -> Pushgraph.Preferences? {
        await withCheckedContinuation { done in
            let isOpen = sender.run {
                await self.drain()
                done.resume(returning: await self.exchangePreferences(method, language, body))
            }
            if !isOpen { done.resume(returning: nil) }
        }
    }

    nonisolated func close() {
        writer.close()
        sender.close()
    }

    // Storing.

    nonisolated func write(_ work: @escaping @Sendable (isolated Worker) throws -> Void) {
        let isOpen = writer.run {
            await self.store(work)
            await self.askDrain()
        }
        if !isOpen { report(.storage, nil, "The library was closed.") }
    }

    /// Returns nil after a failure, which it reports.
    @discardableResult private func store<T: Sendable>(_ work: @Sendable (isolated Worker) throws -> T) async -> T? {
        isHeld = false
        do {
            return try await locked("data") { try work(self) }
        } catch {
            report(.storage, nil, "\(error)")
            return nil
        }
    }

    private func enqueue(_ entry: Entry) throws {
        let line = try JSONEncoder().encode(entry)
        guard line.count <= maxEntryBytes else {
            return report(.storage, nil, "An entry was dropped: it has more than \(maxEntryBytes) bytes.")
        }
        try storage.append(queueName, line: line)
        // Splitting the text for every entry made 1,000 events three times slower.
        let count = try storage.read(queueName)?.withUnsafeBytes { $0.count { $0 == newline } } ?? 0
        if count <= maxQueued { return }
        var lines = try lines()
        lines.remove(at: lines.firstIndex { decode($0)?.kind == .track } ?? 0)
        report(.storage, nil, "Too much waits: the oldest entry was dropped.")
        try save(lines)
    }

    /// Includes lines that a crash has truncated.
    private nonisolated func lines() throws -> [Data] { try storage.read(queueName)?.split(separator: newline) ?? [] }

    private nonisolated func decode(_ line: Data) -> Entry? { try? JSONDecoder().decode(Entry.self, from: line) }

    /// The first entries, as many as fit in one request.
    private func queue() throws -> [Entry] { Array(try lines().lazy.compactMap(decode).prefix(maxTaken)) }

    private func save(_ lines: [Data]) throws {
        try storage.write(queueName, lines.isEmpty ? nil : Data(lines.map { $0 + [newline] }.joined()))
    }

    private nonisolated func storedState() throws -> State {
        let stored = try storage.read(stateName)
        return stored.flatMap { try? JSONDecoder().decode(State.self, from: $0) } ?? State()
    }

    private nonisolated func secret() throws -> Secret? {
        try storage.read(Pushgraph.secretName).flatMap { try? JSONDecoder().decode(Secret.self, from: $0) }
    }

    private nonisolated func state() throws -> State {
        var state = try storedState()
        if state.deviceId != nil { state.add(try secret()) }
        return state
    }

    func change(_ edit: (inout State) -> Void) throws {
        var state = try state()
        edit(&state)
        var secret: Secret?
        if let deviceId = state.deviceId, let deviceSecret = state.deviceSecret {
            secret = Secret(deviceId: deviceId, deviceSecret: deviceSecret)
        }
        // A crash in between leaves the secret of another device, so the device registers again.
        if try secret != self.secret() {
            try storage.write(Pushgraph.secretName, try secret.map { try JSONEncoder().encode($0) })
        }
        state.deviceSecret = nil
        try storage.write(stateName, try JSONEncoder().encode(state))
    }

    /// Removes sent entries and changes the state. After a crash in between, sending them again does no harm.
    private func settle(_ sent: [Entry], _ edit: (inout State) -> Void = { _ in }) async throws {
        try await locked("data") {
            try change(edit)
            var keys = Set(sent.map(\.key))
            if keys.isEmpty { return }
            let kept = try lines().filter { line in
                if keys.isEmpty { return true }
                guard let entry = decode(line) else { return false }
                return keys.remove(entry.key) == nil
            }
            try save(kept)
        }
    }

    private func locked<T>(_ name: String, _ work: () throws -> T) async throws -> T {
        let release = try await lock(name)
        defer { release() }
        return try work()
    }

    /// Polls, because a blocking lock would occupy a thread of Swift's small pool.
    private func lock(_ name: String) async throws -> @Sendable () -> Void {
        var pauseMs: UInt64 = 1
        while true {
            if let release = try storage.tryLock(name) { return release }
            try await Task.sleep(nanoseconds: pauseMs * 1_000_000)
            pauseMs = min(pauseMs * 2, 50)
        }
    }

    // Sending.

    private func askDrain() {
        if isDrainAsked { return }
        isDrainAsked = sender.run { await self.drain() }
    }

    private func tryAtOnce() async {
        if failures > 0 { quietUntil = 0 }
        await drain()
    }

    private func drain() async {
        isDrainAsked = false
        if isHeld { return }
        let task = Task { try await self.sendLocked() }
        sending = task
        do {
            try await task.value
        } catch is CancellationError {
            return
        } catch {
            // The disk may have space later, and files open after the first unlock. This pause is not stored.
            try? await pause(Later(.storage, nil, nil, "\(error)"))
        }
    }

    private func sendLocked() async throws {
        let release = try await lock("send")
        defer { release() }
        do {
            try await sendAll()
            failures = 0
        } catch let later as Later {
            try await pause(later)
        }
    }

    /// Throws `Later` if something must be tried again.
    private func sendAll() async throws {
        var registrations = 0
        while true {
            let (state, queue): (State, [Entry]) = try await locked("data") {
                let state = try self.state()
                try waitIfAsked(state)
                return (state, try self.queue())
            }
            do {
                if try await !sendNext(state, queue) { return }
            } catch let gone as Gone {
                // Stop registering if the service forgets every new device.
                registrations += 1
                if registrations > 1 { throw Later(.unavailable, gone.status, nil, gone.message) }
                try await register(state, queue.leading(.update))
            }
        }
    }

    /// Sends the first waiting entry. Returns false when nothing can be sent now.
    private func sendNext(_ state: State, _ queue: [Entry]) async throws -> Bool {
        let first = queue.first
        if let first, first.kind == .receipt {
            try await sendReceipt(first)
        } else if state.deviceId != nil && (!isRefreshed || state.token != state.sentToken) {
            try await refresh(state)
        } else if let first, first.kind == .logout {
            try await end(state, first)
        } else if state.deviceId == nil {
            if state.token == nil { return false }
            try await register(state, queue.leading(.update))
        } else if first?.kind == .update {
            try await update(state, queue.leading(.update))
        } else if first?.kind == .track {
            try await sendEvents(state, queue.events())
        } else if let first, first.kind == .activity {
            try await sendActivity(state, first)
        } else {
            return false
        }
        return true
    }

    /// Confirms the device and its token, before anything that could be refused.
    private func refresh(_ state: State) async throws {
        let answer = try await ofDevice("PATCH", state, "", Members().adding("token", state.token))
        if !answer.isGood { try await drop(answer, []) }
        isRefreshed = true
        try await settle([]) { if $0.deviceId == state.deviceId { $0.sentToken = state.token } }
    }

    private func register(_ state: State, _ updates: [Entry]) async throws {
        let body = merge(state.profile, updates.merged)
        guard let token = state.token else { return try await settle(updates) { $0.forgetDevice() } }
        let answer = try await call("POST", "/devices", nil, body.adding("token", token))
        if answer.status == 404 { throw Later(.refused, 404, nil, "The service does not know the application.") }
        if answer.isGood, let made = answer.members, let deviceId = made["device_id"]?.text {
            isRefreshed = true
            return try await settle(updates) {
                $0.deviceId = deviceId
                $0.deviceSecret = made["device_secret"]?.text
                $0.sentToken = token
                $0.profile = withoutNull(body)
            }
        }
        // A 401 from the service is about the user id. Without one, the 401 comes from a proxy.
        if answer.isGood || (answer.status == 401 && body["external_user_id"] == nil) {
            throw Later(.unavailable, answer.status, answer.retryAfterMs, answer.message)
        }
        if answer.status == 401 && updates.merged["external_user_id"] == nil
            && state.profile["external_user_id"] != nil
        {
            // The service no longer accepts the user's hash. The waiting changes may still be valid.
            try await drop(answer, [])
            try await settle([]) { $0.profile = state.profile.without(ofUser) }
        } else if updates.count > 1 {
            try await register(state, [updates[0]])
        } else if !updates.isEmpty {
            try await drop(answer, updates)
        } else if !state.profile.isEmpty {
            // Without its user, the device still gets messages to everybody.
            try await drop(answer, [])
            try await settle([]) { $0.profile = [:] }
        } else {
            throw Later(.refused, answer.status, nil, answer.message)
        }
    }

    private func update(_ state: State, _ updates: [Entry]) async throws {
        let body = updates.merged
        let answer = try await ofDevice("PATCH", state, "", body)
        if answer.isGood {
            try await settle(updates) { $0.profile = withoutNull(merge($0.profile, body)) }
        } else if updates.count > 1 {
            try await update(state, [updates[0]])
        } else {
            try await drop(answer, updates)
        }
    }

    private func end(_ state: State, _ logout: Entry) async throws {
        if let deviceId = state.deviceId {
            let answer = try await call("DELETE", "/devices/\(deviceId)", state.deviceSecret, nil)
            if !answer.isGood && !unknown.contains(answer.status) { return try await drop(answer, [logout]) }
        }
        try await settle([logout]) {
            $0.forgetDevice()
            $0.profile = $0.profile.without(ofPerson)
        }
    }

    /// A refused event must not block the others: halving the batch finds it, and it is dropped.
    private func sendEvents(_ state: State, _ entries: [Entry]) async throws {
        let events = entries.map { Pushgraph.Value.object(event(of: $0)) }
        let answer = try await ofDevice("POST", state, "/events", ["events": .array(events)])
        if answer.isGood { return try await settle(entries) }
        if entries.count == 1 { return try await drop(answer, entries) }
        try await sendEvents(state, Array(entries.prefix(entries.count / 2)))
        try await sendEvents(state, Array(entries.dropFirst(entries.count / 2)))
    }

    /// Converts the event's time to the service's clock.
    private func event(of entry: Entry) -> Members {
        let at = (entry.at ?? clock.now()) + (entry.shift ?? clockShift ?? 0)
        let date = Date(timeIntervalSince1970: Double(at) / 1_000)
        let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
        return entry.body.adding("occurred_at", time)
    }

    /// No token means that the activity has ended.
    private func sendActivity(_ state: State, _ entry: Entry) async throws {
        let path = "/live-activities/\(entry.body["activity"]?.text ?? "")"
        let body = entry.body.without(["activity"])
        let method = body.isEmpty ? "DELETE" : "PUT"
        let place = "/devices/\(state.deviceId ?? "")\(path)"
        let answer = try await call(method, place, state.deviceSecret, body.isEmpty ? nil : body)
        // Earlier releases of the service do not have this path. Do not mistake that for a lost device.
        if unknown.contains(answer.status) { try await refresh(state) }
        if answer.isGood { try await settle([entry]) } else { try await drop(answer, [entry]) }
    }

    private func sendReceipt(_ entry: Entry) async throws {
        let answer = try await call("POST", "/receipts", nil, entry.body)
        if answer.isGood { try await settle([entry]) } else { try await drop(answer, [entry]) }
    }

    private func exchangePreferences(_ method: String, _ language: String?, _ body: Members?) async
        -> Pushgraph.Preferences?
    {
        guard let state = quietly({ try state() }), let deviceId = state.deviceId, clock.elapsed() >= quietUntil else {
            return nil
        }
        let named = language?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let path = "/devices/\(deviceId)/preferences\(named.map { "?language=\($0)" } ?? "")"
        do {
            let answer = try await call(method, path, state.deviceSecret, body)
            if answer.isGood { return answer.members.map(toPreferences) }
            report(.refused, answer.status, answer.message)
        } catch let later as Later {
            report(later.code ?? .unavailable, later.status, later.message)
        } catch {
            report(.storage, nil, "\(error)")
        }
        return nil
    }

    private func ofDevice(_ method: String, _ state: State, _ path: String, _ body: Members) async throws
        -> Pushgraph.Answer
    {
        let answer = try await call(method, "/devices/\(state.deviceId ?? "")\(path)", state.deviceSecret, body)
        if unknown.contains(answer.status) { throw Gone(status: answer.status, message: answer.message) }
        return answer
    }

    /// Throws `Later` if there is no answer, or after a temporary failure.
    private func call(_ method: String, _ path: String, _ secret: String?, _ body: Members?) async throws
        -> Pushgraph.Answer
    {
        guard let url = URL(string: place + path) else { throw Later(.refused, nil, nil, "\(place) is no address.") }
        let text = try body.map { try JSONEncoder().encode($0) }
        let answer: Pushgraph.Answer
        do {
            answer = try await network.send(Pushgraph.Request(method: method, url: url, secret: secret, body: text))
        } catch {
            try Task.checkCancellation()
            throw Later(.network, nil, nil, "pushgraph cannot be reached: \(error.localizedDescription)")
        }
        if let date = answer.date {
            let shift = date - clock.now()
            clockShift = abs(shift) < clockToleranceMs ? 0 : shift
        }
        switch answer.status {
        case 200..<300, 400..<408, 409..<429, 430..<500: return answer
        case 429: throw Later(.rateLimited, 429, answer.retryAfterMs, answer.message)
        default: throw Later(.unavailable, answer.status, answer.retryAfterMs, answer.message)
        }
    }

    private func drop(_ answer: Pushgraph.Answer, _ entries: [Entry]) async throws {
        report(.refused, answer.status, answer.message)
        if !entries.isEmpty { try await settle(entries) }
    }

    // Waiting.

    /// The pause is stored, so other processes, and this one after a restart, observe it too.
    private func waitIfAsked(_ state: State) throws {
        let asked = (state.retryAt ?? 0) - clock.now()
        let left = max(quietUntil - clock.elapsed(), asked <= maxAskedMs ? asked : 0)
        if left > 0 { throw Later(nil, nil, left, "") }
    }

    private func pause(_ later: Later) async throws {
        if let code = later.code {
            report(code, later.status, later.message)
            failures += 1
            if let waitMs = later.waitMs {
                let until = clock.now() + waitMs
                try await settle([]) { $0.retryAt = until }
            }
        }
        let bound = min(pauses.most, pauses.base << max(0, min(failures - 1, 20)))
        // Full jitter: devices that failed together must not retry together.
        let waitMs = later.waitMs ?? Int64.random(in: 0...max(0, bound))
        if later.code != nil { quietUntil = clock.elapsed() + waitMs }
        nextTry?.cancel()
        nextTry = Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(waitMs + 1) * 1_000_000)
            if !Task.isCancelled { await self?.askDrain() }
        }
    }

    /// A failure here must not crash the app.
    private nonisolated func quietly<T>(_ work: () throws -> T) -> T? {
        do {
            return try work()
        } catch {
            report(.storage, nil, "\(error)")
            return nil
        }
    }

    private nonisolated func report(_ code: Pushgraph.Problem.Code, _ status: Int?, _ message: String) {
        onProblem(Pushgraph.Problem(code: code, status: status, message: message))
    }
}

/// Runs one job after another, in the order of the calls.
private final class SerialQueue: Sendable {
    typealias Job = @Sendable () async -> Void
    private let jobs: AsyncStream<Job>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Job.self)
        jobs = continuation
        Task { for await job in stream { await job() } }
    }

    deinit { jobs.finish() }

    /// Returns false after `close`.
    @discardableResult func run(_ job: @escaping Job) -> Bool {
        if case .terminated = jobs.yield(job) { false } else { true }
    }

    func close() { jobs.finish() }
}

private struct Gone: Error {
    let status: Int
    let message: String
}

private struct Later: Error {
    /// Nil while another pause is running.
    let code: Pushgraph.Problem.Code?
    let status: Int?
    let waitMs: Int64?
    let message: String

    init(_ code: Pushgraph.Problem.Code?, _ status: Int?, _ waitMs: Int64?, _ message: String) {
        self.code = code
        self.status = status
        self.waitMs = waitMs
        self.message = message
    }
}

private let queueName = "queue"
private let stateName = "state"
private let maxQueued = 1_000
private let maxEntryBytes = 65_536
private let maxMarks = 200
private let markLength = 48
private let maxAskedMs: Int64 = 3_600_000
private let clockToleranceMs: Int64 = 5_000
/// The device does not exist, was deleted, or is no longer ours.
private let unknown: Set = [401, 404, 410]

private func toPreferences(_ answer: Members) -> Pushgraph.Preferences {
    let categories = (answer["preferences"]?.items ?? []).map(\.members).map { item in
        let text = { (name: String) in item[name]?.text ?? "" }
        return Pushgraph.Preferences.Category(
            key: text("key"), name: text("name"), description: text("description"), kind: text("kind"),
            isOn: text("choice") == "on")
    }
    return Pushgraph.Preferences(
        categories: categories, allMarketing: answer["all_marketing"]?.text == "on",
        url: answer["preferences_url"]?.text)
}

extension Pushgraph.Answer {
    fileprivate var isGood: Bool { (200..<300).contains(status) }

    fileprivate var members: Members? { try? JSONDecoder().decode(Members.self, from: body) }

    fileprivate var message: String { members?["error"]?.text ?? "The service answered \(status)." }
}
