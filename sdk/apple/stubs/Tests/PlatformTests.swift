import ActivityKit
import Foundation
import Security
import Testing
import UIKit
import UserNotifications

@testable import PushgraphApple
@testable import PushgraphCore
@testable import PushgraphExtension

// Tests the library with the declarations of this folder, which behave like the system where these tests need it.

private let system = UNUserNotificationCenter.current()
private let secrets = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

@Suite("on stand-ins of Apple's frameworks", .serialized)
@MainActor struct PlatformTests {
    @Test("the secret is only in the Keychain, and not before the first unlock")
    func keepsTheSecret() throws {
        let files = Pushgraph.FileStorage(secrets)
        let storage = Pushgraph.KeychainStorage(files, service: "a", appGroup: "group.a")
        #expect(try storage.read("secret") == nil)
        try storage.write("secret", Data("one".utf8))
        try storage.write("secret", Data("two".utf8))
        try storage.write("state", Data("{}".utf8))
        #expect(try storage.read("secret") == Data("two".utf8))
        #expect(try files.read("secret") == nil && files.read("state") == Data("{}".utf8))
        #expect(try Pushgraph.KeychainStorage(files, service: "b", appGroup: "group.a").read("secret") == nil)
        Keychain.isUnlocked = false
        defer { Keychain.isUnlocked = true }
        #expect(throws: (any Error).self) { try storage.read("secret") }
        #expect(throws: (any Error).self) { try storage.write("secret", nil) }
        Keychain.isUnlocked = true
        try storage.write("secret", nil)
        #expect(try storage.read("secret") == nil)
    }

    @Test("the app registers once, with token and facts")
    func registers() async throws {
        let app = try App()
        try await until { Pushgraph.shared.deviceId == nil && Pushgraph.shared.pending == 1 }
        try await until { try app.state().contains(String(repeating: "1a", count: 32)) }
        let waiting = try app.stored("queue")
        #expect(waiting.contains(#""platform":"ios""#) && waiting.contains("timezone") && waiting.contains("language"))
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await Pushgraph.shared.awaitStored()
        #expect(Pushgraph.shared.pending == 1)
    }

    @Test("a failure to get a token is reported as a problem")
    func reportsNoToken() async throws {
        let app = try App()
        var codes: [Pushgraph.Problem.Code] = []
        Pushgraph.onProblem { codes.append($0.code) }
        defer { Pushgraph.onProblem(nil) }
        app.delegate.application(.shared, didFailToRegisterForRemoteNotificationsWithError: URLError(.unknown))
        try await until { codes.contains(.unavailable) }
    }

    @Test("the user is asked once, and the answer is remembered")
    func asks() async {
        #expect(await Pushgraph.permission() == .default)
        system.answer = false
        #expect(await Pushgraph.requestPermission() == .denied)
        system.answer = true
        #expect(await Pushgraph.requestPermission() == .denied)
        #expect(await Pushgraph.permission() == .denied)
    }

    @Test("a tap is reported with its button, and opens the link unless the app does")
    func opens() async throws {
        let app = try App()
        let before = UIApplication.shared.opened.count
        await app.tap(UNNotificationDefaultActionIdentifier)
        await app.tap("buy")
        var opened: [String] = []
        Pushgraph.onOpen { tap in
            opened.append("\(tap.message.id ?? "") \(tap.button ?? "-") \(tap.text ?? "-")")
            return true
        }
        defer { Pushgraph.onOpen(nil) }
        await app.tap(UNNotificationDefaultActionIdentifier)
        await app.answer("reply", "yes")
        #expect(opened == ["m1 - -", "m1 reply yes"])
        #expect(UIApplication.shared.opened.dropFirst(before).map(\.absoluteString) == ["sample://m", "sample://buy"])
        // A repeated report of the same kind is sent once.
        #expect(try app.receipts() == ["clicked -"])
    }

    @Test("a message in the foreground is shown, unless the app shows it itself")
    func presents() async throws {
        let app = try App()
        #expect(await app.present(app.message) == [.banner, .list, .sound, .badge])
        Pushgraph.onForeground { $0.data["order"] == "17" }
        defer { Pushgraph.onForeground(nil) }
        #expect(await app.present(app.message) == [])
        #expect(await app.present(["aps": ["alert": "from elsewhere"]]) == [.banner, .list, .sound, .badge])
        #expect(try app.receipts() == ["delivered -"])
    }

    @Test("a message that was swiped away is reported and opens nothing")
    func dismisses() async throws {
        let app = try App()
        let before = UIApplication.shared.opened.count
        var dismissed = 0
        Pushgraph.onDismiss { _ in dismissed += 1 }
        defer { Pushgraph.onDismiss(nil) }
        await app.tap(UNNotificationDismissActionIdentifier)
        #expect(dismissed == 1 && UIApplication.shared.opened.count == before)
        #expect(try app.receipts() == ["dismissed -"])
    }

    @Test("only silent messages reach the app's listener for them")
    func hearsSilentMessages() async throws {
        let app = try App()
        var heard: [String?] = []
        Pushgraph.onSilent { heard.append($0.data["order"]) }
        defer { Pushgraph.onSilent(nil) }
        #expect(await app.receive(["aps": ["content-available": 1], "receipt": "s1", "order": "17"]) == .newData)
        #expect(await app.receive(["aps": ["content-available": 1]]) == .noData)
        #expect(await app.receive(app.message) == .noData)
        #expect(heard == ["17"])
        #expect(try app.receipts() == ["delivered -"])
    }

    @Test("the tokens of a Live Activity are registered until it ends")
    func followsLiveActivities() async throws {
        let app = try App()
        let activity = Activity<Order>()
        Pushgraph.follow(activity, as: "order-17")
        Pushgraph.allowStarts(of: Order.self)
        activity.give(Data([0xab]))
        activity.become(.stale)
        let waits = { (text: String) in try app.stored("queue").contains(text) }
        try await until { try waits(#""activity":"order-17""#) && waits(#""token":"ab""#) }
        try await until { try waits(#""activity":"Order""#) && waits(#""kind":"start""#) && waits("5a27") }
        activity.become(.ended)
        try await until { try app.stored("queue").components(separatedBy: "order-17").count == 3 }
    }

    @Test("the app asks for background time, and releases it before it runs out")
    func finishesInTheBackground() async throws {
        _ = try App()
        let before = UIApplication.shared.running.count
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        #expect(UIApplication.shared.running.count == before + 1)
        try await until { UIApplication.shared.running.count == before }
        // Another process holds the lock, as an extension does while it sends.
        let release = try #require(try Library.shared.service.storage.tryLock("send"))
        defer { release() }
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        try await Task.sleep(nanoseconds: 200_000_000)
        #expect(UIApplication.shared.running.count == before + 1)
        for expire in UIApplication.shared.running.values { expire?() }
        try await until { UIApplication.shared.running.count == before }
    }

    @Test("the number on the icon is set and remembered")
    func setsBadges() async throws {
        _ = try App()
        Pushgraph.setBadge(4)
        try await until { system.badge == 4 }
        try await until { await Pushgraph.shared.changeBadge { $0 } == 4 }
    }

    @Test("the extension adds number, buttons and dismissal, and keeps the texts")
    func prepares() async throws {
        let app = try App()
        let content = app.content(app.message.merging(["badge_increment": 2]) { $1 })
        content.title = "Angebot"
        content.body = "Nur heute"
        let shown = try await app.show(content)
        #expect(shown.count == 1)
        let first = try #require(shown.first)
        #expect(first.title == "Angebot" && first.body == "Nur heute" && first.badge == 2)
        let category = try #require(await app.category(first.categoryIdentifier))
        #expect(category.options == .customDismissAction)
        #expect(category.actions.map(\.identifier) == ["buy", "reply"])
        #expect(category.actions.map(\.title) == ["Buy now", "Reply"])
        #expect(category.actions[0].options == .foreground && category.actions[1] is UNTextInputNotificationAction)
        let second = try await app.show(content).first
        #expect(second?.badge == 4 && second?.categoryIdentifier == first.categoryIdentifier)
    }

    @Test("many messages at once keep all categories, including the app's own")
    func registersCategories() async throws {
        let app = try App()
        system.setNotificationCategories([UNNotificationCategory(identifier: "chat", actions: [], intentIdentifiers: [])])
        var names: Set<String> = []
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                let members: [AnyHashable: Any] = ["receipt": "r", "buttons": [["id": "b", "label": "\(number)"]]]
                let category = Pushgraph.Message(members).flatMap { Pushgraph.MessageCategory(of: $0, named: "") }
                guard let category else { continue }
                names.insert(category.id)
                group.addTask { await Categories.register(category) }
            }
        }
        #expect(names.count == 8)
        for name in names.union(["chat"]) { #expect(await app.category(name) != nil) }
    }

    @Test("messages of other senders, and messages without a configured service, are shown unchanged")
    func leavesOthers() async throws {
        let app = try App()
        let other = app.content(["aps": ["alert": "x"]])
        #expect(try await app.show(other).first === other)
        let ours = app.content(app.message)
        #expect(try await app.show(ours, info: [:]).first === ours)
    }

    @Test("when its time runs out, the extension shows what it has, once")
    func endsInTime() async throws {
        let app = try App()
        let content = app.content(app.message.merging(["image": "http://10.255.255.1/slow.png"]) { $1 })
        let service = TestService(info: app.info)
        var shown = 0
        service.didReceive(UNNotificationRequest(identifier: "m", content: content, trigger: nil)) { _ in shown += 1 }
        service.serviceExtensionTimeWillExpire()
        #expect(shown == 1)
        service.serviceExtensionTimeWillExpire()
        try await Task.sleep(nanoseconds: 300_000_000)
        #expect(shown == 1)
    }
}

/// The extension of a test.
final class TestService: PushgraphNotificationService {
    private let list: [String: Any]

    init(info: [String: Any]) { list = info }

    override var info: [String: Any] { list }

    override var images: Pushgraph.Images { Pushgraph.Images(isAllowed: { $0 == "127.0.0.1" }) }
}

/// An app whose service is unreachable unless a test names one.
@MainActor final class App {
    let serviceId: String
    let info: [String: Any]
    let delegate = PushgraphAppDelegate()

    let message: [AnyHashable: Any] = [
        "aps": ["alert": ["title": "Sale", "body": "Half price!"]], "receipt": "r1", "link": "sample://m", "order": "17",
        "buttons": [
            ["id": "buy", "label": "Buy now", "link": "sample://buy"], ["id": "reply", "label": "Reply", "input": true],
        ],
    ]

    init(serviceId: String = UUID().uuidString, baseUrl: String = "http://127.0.0.1:9") throws {
        self.serviceId = serviceId
        info = ["PushgraphServiceId": serviceId, "PushgraphBaseUrl": baseUrl, "PushgraphAppGroup": "group.test"]
        UIApplication.shared.delegate = delegate
        Pushgraph.start(serviceId: serviceId, baseUrl: baseUrl, appGroup: "group.test")
        _ = delegate.application(.shared, didFinishLaunchingWithOptions: nil)
        #expect(system.delegate === delegate)
    }

    private var storage: any Pushgraph.Storage { Library.shared.service.storage }

    func stored(_ name: String) throws -> String { String(decoding: try storage.read(name) ?? Data(), as: UTF8.self) }

    func state() throws -> String { try stored("state") }

    /// The kinds and buttons of the receipts that wait.
    func receipts() throws -> [String] {
        try stored("queue").split(separator: "\n").compactMap { line in
            let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
            if entry.kind != .receipt { return nil }
            return "\(entry.body["kind"]?.text ?? "") \(entry.body["button"]?.text ?? "-")"
        }
    }

    func content(_ userInfo: [AnyHashable: Any]) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.userInfo = userInfo
        return content
    }

    private func notification(_ userInfo: [AnyHashable: Any]) -> UNNotification {
        UNNotification(of: UNNotificationRequest(identifier: "m1", content: content(userInfo), trigger: nil))
    }

    func tap(_ action: String, _ message: [AnyHashable: Any]? = nil) async {
        await respond(UNNotificationResponse(to: notification(message ?? self.message), action))
    }

    func answer(_ action: String, _ text: String) async {
        await respond(UNTextInputNotificationResponse(to: notification(message), action, text))
    }

    private func respond(_ response: UNNotificationResponse) async {
        await withCheckedContinuation { done in
            delegate.userNotificationCenter(system, didReceive: response) {
                MainActor.assertIsolated()
                done.resume()
            }
        }
        await Pushgraph.shared.awaitStored()
    }

    func present(_ message: [AnyHashable: Any]) async -> UNNotificationPresentationOptions {
        let notification = notification(message)
        let options = await withCheckedContinuation { done in
            delegate.userNotificationCenter(system, willPresent: notification) { done.resume(returning: $0) }
        }
        await Pushgraph.shared.awaitStored()
        return options
    }

    func receive(_ message: [AnyHashable: Any]) async -> UIBackgroundFetchResult {
        await withCheckedContinuation { done in
            delegate.application(.shared, didReceiveRemoteNotification: message) { done.resume(returning: $0) }
        }
    }

    /// The content that the extension hands to the system within the system's time limit.
    func show(_ content: UNNotificationContent, info: [String: Any]? = nil) async throws -> [UNNotificationContent] {
        let service = TestService(info: info ?? self.info)
        let shown = Shown()
        service.didReceive(UNNotificationRequest(identifier: "m1", content: content, trigger: nil), withContentHandler: shown.add)
        try await until { !shown.all.isEmpty }
        return shown.all
    }

    func category(_ name: String) async -> UNNotificationCategory? {
        let found = await withCheckedContinuation { (done: CheckedContinuation<Unsent<UNNotificationCategory?>, Never>) in
            system.getNotificationCategories { all in
                done.resume(returning: Unsent(value: all.first { $0.identifier == name }))
            }
        }
        return found.value
    }
}

private struct Unsent<Value>: @unchecked Sendable { let value: Value }

private final class Shown: @unchecked Sendable {
    private let lock = NSLock()
    private var contents: [UNNotificationContent] = []

    var all: [UNNotificationContent] { lock.withLock { contents } }

    func add(_ content: UNNotificationContent) { lock.withLock { contents.append(content) } }
}

@MainActor func until(_ isSo: () async throws -> Bool) async throws {
    for _ in 1...1_500 {
        if try await isSo() { return }
        try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("Waited in vain.")
}

private struct Order: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { let eta: Int }
}
