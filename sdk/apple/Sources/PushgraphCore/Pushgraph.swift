import Foundation

/// A device that receives pushes. Create one per process. Each call is stored, sent in order, and tried again after a
/// failure or a restart. No method throws; `onProblem` reports problems.
public final class Pushgraph: Sendable {
    private let worker: Worker

    /// - Parameters:
    ///   - serviceId: the application's `service_id`
    ///   - baseUrl: the address of pushgraph, such as `https://push.example.com`
    ///   - storage: keeps the device, its secret and the entries that wait
    ///   - retryBaseMs: upper bound of the first pause after a failure; it doubles with each further failure
    ///   - retryMaxMs: upper bound of all pauses that the service did not ask for
    ///   - onProblem: called on a thread of the library; the app need not act on it
    public convenience init(
        serviceId: String,
        baseUrl: String,
        storage: any Storage,
        clock: any Clock = SystemClock(),
        network: any Network = HttpNetwork(),
        retryBaseMs: Int64 = 1_000,
        retryMaxMs: Int64 = 300_000,
        onProblem: @escaping @Sendable (Problem) -> Void = { _ in }
    ) {
        self.init(
            Service(id: serviceId, baseUrl: baseUrl), storage: storage, clock: clock, network: network,
            pauses: (base: retryBaseMs, most: retryMaxMs), isExtension: false, onProblem: onProblem)
    }

    /// Extensions start for each message, so only the app confirms the device.
    package init(
        _ service: Service, storage: any Storage, clock: any Clock = SystemClock(),
        network: any Network = HttpNetwork(), pauses: (base: Int64, most: Int64) = (1_000, 300_000), isExtension: Bool,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) {
        let bounded = { (pause: Int64) in min(max(1, pause), longestWaitMs) }
        worker = Worker(
            place: service.place, storage: storage, clock: clock, network: network,
            pauses: (base: bounded(pauses.base), most: bounded(pauses.most)), isRefreshed: isExtension,
            onProblem: onProblem)
    }

    deinit { worker.close() }

    /// The device's id at the service, or nil before the first registration. Reads the storage.
    public var deviceId: String? { worker.deviceId }

    /// The number of changes, events and receipts that wait to be sent. Reads the storage.
    public var pending: Int { worker.pending }

    /// Refreshes the device and sends waiting entries. Call it at every start.
    public func start() { worker.write { _ in } }

    /// Sets the token. Call it at every start and whenever the token changes. The first one registers the device.
    public func setToken(_ token: String) { worker.write { try $0.change { $0.token = token } } }

    /// Sets the token from `didRegisterForRemoteNotificationsWithDeviceToken`.
    public func setToken(_ token: Data) { setToken(token.map { String(format: "%02x", $0) }.joined()) }

    /// Assigns the device to this user.
    /// - Parameters:
    ///   - externalUserId: your own id of the user, 1 to 255 characters
    ///   - identityHash: from your server, if the application requires identity verification
    public func login(_ externalUserId: String, identityHash: String? = nil) {
        update(["external_user_id": .string(externalUserId)].adding("identity_hash", identityHash))
    }

    /// Deletes the device and registers a new one with the same token, without user, tags or attributes.
    public func logout() { worker.add(.logout, [:]) }

    /// Replaces all tags. With identity verification, only your server can set them.
    public func setTags(_ tags: [String]) { update(["audiences": .array(tags.map { .string($0) })]) }

    /// Changes your own attributes: texts, numbers, booleans, lists of texts. `nil` removes a key; other keys stay.
    public func setAttributes(_ attributes: [String: Value]) { update(["attributes": .object(attributes)]) }

    /// Changes facts about the device: `language`, `country`, `timezone`, `platform`, `app_version`.
    public func update(_ facts: [String: Value]) { worker.add(.update, facts) }

    /// Reports an event. Up to 1,000 entries wait; then the oldest event is dropped.
    /// - Parameters:
    ///   - id: reports with the same id count once; random by default
    ///   - data: texts, numbers and booleans, at most 2,048 bytes as JSON
    public func track(_ code: String, id: String? = nil, data: [String: Value]? = nil) {
        worker.track(
            ["code": .string(code), "id": .string(id ?? UUID().uuidString)].adding("data", data.map(Value.object)))
    }

    /// Reports what happened to a message. A repeated report is sent once.
    /// - Parameters:
    ///   - receipt: the `receipt` that came with the message
    ///   - button: the id of the clicked button, only with `clicked`
    public func receipt(_ receipt: String, _ kind: ReceiptKind, button: String? = nil) {
        worker.receipt(["receipt": .string(receipt), "kind": .string(kind.rawValue)].adding("button", button))
    }

    /// Registers the token of a Live Activity, so that your server can change it.
    /// - Parameters:
    ///   - name: your server's name for it: 1 to 64 letters, digits, dots, hyphens and underscores
    ///   - startsActivities: it is a push-to-start token, and `name` is the type of the attributes
    public func setLiveActivity(_ name: String, token: Data, startsActivities: Bool = false) {
        guard isName(name) else { return worker.refuse("A Live Activity was not registered: \(name) is no name.") }
        let text = token.map { String(format: "%02x", $0) }.joined()
        let kind = startsActivities ? "start" : "update"
        worker.add(.activity, ["activity": .string(name), "token": .string(text), "kind": .string(kind)])
    }

    /// Forgets the tokens of a Live Activity that has ended.
    public func endLiveActivity(_ name: String) {
        if isName(name) { worker.add(.activity, ["activity": .string(name)]) }
    }

    private func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(nameBytes.contains)
    }

    /// Reads the user's choices; nil if they cannot be read now. `language` is the language of the texts, BCP 47.
    public func preferences(language: String? = nil) async -> Preferences? {
        await worker.preferences("GET", language: language, body: nil)
    }

    /// Changes the named choices and keeps the others.
    /// - Returns: the new preferences, or nil if they could not be changed; the library does not try again
    public func setPreferences(
        _ choices: [String: Bool], allMarketing: Bool? = nil, language: String? = nil
    ) async -> Preferences? {
        let word = { (isOn: Bool) in isOn ? "on" : "off" }
        let named: [String: Value] = ["choices": .object(choices.mapValues { .string(word($0)) })]
        return await worker.preferences(
            "PUT", language: language, body: named.adding("all_marketing", allMarketing.map(word)))
    }

    /// Tries at once, unless the service asked to wait. Call it when the network is back.
    public func online() { worker.online() }

    /// Like `online`, and waits for the end of the attempt. If the calling task is cancelled, the attempt ends early and
    /// holds no lock.
    /// - Returns: whether entries still wait
    @discardableResult public func flush() async -> Bool { await worker.flush() }

    /// A flush with a time limit, so that it ends before the system suspends the process.
    package func flush(limitMs: UInt64) async {
        let flush = Task { _ = await self.flush() }
        let limit = Task {
            try await Task.sleep(nanoseconds: limitMs * 1_000_000)
            flush.cancel()
        }
        await withTaskCancellationHandler {
            await flush.value
        } onCancel: {
            flush.cancel()
        }
        limit.cancel()
    }

    /// Stops sending. The next instance sends the waiting entries.
    public func close() { worker.close() }

    /// Reports the facts that the adapter reads at every start. Only changes are sent.
    package func reportFacts(_ facts: [String: Value]) { worker.reportFacts(facts) }

    /// Changes the number that all processes of the app share. Returns nil if it could not be stored.
    package func changeBadge(_ edit: @escaping @Sendable (Int) -> Int) async -> Int? { await worker.changeBadge(edit) }

    /// Waits until every call so far is stored. Only tests use it.
    package func awaitStored() async { await worker.awaitStored() }

    /// Whether every call so far has reached the service. Only tests use it.
    package var isSettled: Bool { get async { await worker.isSettled } }
}

extension Pushgraph {
    /// A failure that the app may show or log.
    public struct Problem: Sendable {
        /// The library tries again after `network`, `rateLimited` and `unavailable`. It drops a `refused` entry, and
        /// cannot keep one after `storage`.
        public enum Code: String, Sendable {
            case network
            case rateLimited = "rate-limited"
            case unavailable, refused, storage
        }

        public let code: Code
        /// The HTTP status, or nil if there was no answer.
        public let status: Int?
        public let message: String

        package init(code: Code, status: Int?, message: String) {
            self.code = code
            self.status = status
            self.message = message
        }
    }

    /// What happened to a message.
    public enum ReceiptKind: String, Sendable { case delivered, clicked, dismissed }

    public struct Preferences: Sendable, Equatable {
        public struct Category: Sendable, Equatable {
            public let key: String
            public let name: String
            public let description: String
            /// `marketing`, `service` or `transactional`; the last cannot be turned off.
            public let kind: String
            public let isOn: Bool
        }

        public let categories: [Category]
        /// False: no message of kind `marketing` is sent, whatever the categories say.
        public let allMarketing: Bool
        /// The hosted page for the same choices, or nil.
        public let url: String?
    }
}

private let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
