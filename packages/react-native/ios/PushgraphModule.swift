import Foundation
import PushgraphApple
import UIKit

/// The calls of JavaScript, which RCTPushgraph.mm passes on.
@objc public final class PushgraphModule: NSObject, Sendable {
    private let emit: @Sendable (String) -> Void
    private let id = UUID()

    @objc public init(emit: @escaping @Sendable (String) -> Void) { self.emit = emit }

    @objc public func start(_ serviceId: String?, baseUrl: String?) {
        guard let serviceId, let baseUrl else { return Pushgraph.shared.start() }
        let appGroup = Bundle.main.infoDictionary?["PushgraphAppGroup"] as? String
        // The next call of JavaScript already needs the service.
        let begin = { @Sendable @MainActor in _ = Pushgraph.start(serviceId: serviceId, baseUrl: baseUrl, appGroup: appGroup) }
        if Thread.isMainThread { MainActor.assumeIsolated(begin) } else { DispatchQueue.main.sync(execute: begin) }
    }

    @objc public func setToken(_ token: String) { Pushgraph.shared.setToken(token) }

    @objc public func login(_ externalUserId: String, identityHash: String?) {
        Pushgraph.shared.login(externalUserId, identityHash: identityHash)
    }

    @objc public func logout() { Pushgraph.shared.logout() }

    @objc public func setTags(_ tags: [String]) { Pushgraph.shared.setTags(tags) }

    @objc public func setAttributes(_ attributes: String) { Pushgraph.shared.setAttributes(read(attributes) ?? [:]) }

    @objc public func update(_ facts: String) { Pushgraph.shared.update(read(facts) ?? [:]) }

    @objc public func track(_ code: String, id: String?, data: String?) {
        Pushgraph.shared.track(code, id: id, data: data.flatMap(read))
    }

    @objc public func receipt(_ receipt: String, kind: String, button: String?) {
        guard let kind = Pushgraph.ReceiptKind(rawValue: kind) else { return }
        Pushgraph.shared.receipt(receipt, kind, button: button)
    }

    @objc public func online() { Pushgraph.shared.online() }

    @objc public func setBadge(_ count: Double) { onMain { Pushgraph.setBadge(Int(exactly: count.rounded()) ?? 0) } }

    @objc public func deviceId() -> String? { Pushgraph.shared.deviceId }

    @objc public func pending() -> Int { Pushgraph.shared.pending }

    @objc public func permission(_ done: @escaping @Sendable (String) -> Void) {
        Task { done(word(await Pushgraph.permission())) }
    }

    @objc public func requestPermission(_ done: @escaping @Sendable (String) -> Void) {
        Task { done(word(await Pushgraph.requestPermission())) }
    }

    @objc public func preferences(_ language: String?, done: @escaping @Sendable (String?) -> Void) {
        Task { done(await Pushgraph.shared.preferences(language: language).map(text)) }
    }

    @objc public func setPreferences(
        _ choices: String, allMarketing: NSNumber?, language: String?, done: @escaping @Sendable (String?) -> Void
    ) {
        let named = (try? JSONDecoder().decode([String: Bool].self, from: Data(choices.utf8))) ?? [:]
        let all = allMarketing?.boolValue
        Task {
            let answer = await Pushgraph.shared.setPreferences(named, allMarketing: all, language: language)
            done(answer.map(text))
        }
    }

    @objc public func listen(_ kinds: [String], isShownByApp: Bool) {
        let (id, emit) = (id, emit)
        onMain { PushgraphEvents.listen(id, kinds: Set(kinds), isShownByApp: isShownByApp, emit: emit) }
    }

    /// JavaScript ends, for example at a reload.
    @objc public func leave() {
        let id = id
        onMain { PushgraphEvents.leave(id) }
    }
}

/// What the app delegate calls: see README.md. It listens from the start, because the tap that starts the app comes
/// before JavaScript runs.
@MainActor public enum PushgraphReactNative {
    private static let delegate = PushgraphAppDelegate()

    /// In `application(_:didFinishLaunchingWithOptions:)`.
    public static func launch(_ application: UIApplication) {
        PushgraphEvents.begin()
        _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    }

    /// In `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
    public static func register(_ deviceToken: Data) { Pushgraph.shared.setToken(deviceToken) }

    /// In `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    public static func receive(
        _ userInfo: [AnyHashable: Any], _ application: UIApplication,
        _ completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        delegate.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }
}

/// The way of events to JavaScript. Taps and dismissals wait for their listener; other events are lost without one.
@MainActor private enum PushgraphEvents {
    private static var kept: [(kind: String, event: [String: Pushgraph.Value])] = []
    private static var kinds: Set<String> = []
    private static var isShownByApp = false
    private static var listener: (id: UUID, emit: @Sendable (String) -> Void)?

    static func begin() {
        Pushgraph.onOpen { opened in
            let members: [String: Pushgraph.Value] = [
                "message": value(opened.message), "button": value(opened.button), "text": value(opened.text),
            ]
            tell("open", members)
            // The library opens the link, which React Native's `Linking` reports.
            return false
        }
        Pushgraph.onForeground { message in
            tell("foreground", value(message))
            return isShownByApp
        }
        Pushgraph.onDismiss { tell("dismiss", value($0)) }
        Pushgraph.onSilent { tell("silent", value($0)) }
        Pushgraph.onProblem { problem in
            let status = problem.status.map { Pushgraph.Value.int(Int64($0)) } ?? .null
            let members: [String: Pushgraph.Value] = [
                "code": .string(problem.code.rawValue), "status": status, "message": .string(problem.message),
            ]
            tell("problem", .object(members))
        }
    }

    static func listen(
        _ id: UUID, kinds named: Set<String>, isShownByApp isShown: Bool, emit: @escaping @Sendable (String) -> Void
    ) {
        kinds = named
        isShownByApp = isShown
        listener = (id, emit)
        let heard = kept.filter { named.contains($0.kind) }
        kept.removeAll { named.contains($0.kind) }
        for (kind, event) in heard { tell(kind, .object(event)) }
    }

    static func leave(_ id: UUID) {
        guard listener?.id == id else { return }
        listener = nil
        kinds = []
        isShownByApp = false
    }

    private static func tell(_ kind: String, _ members: [String: Pushgraph.Value]) { tell(kind, .object(members)) }

    private static func tell(_ kind: String, _ event: Pushgraph.Value) {
        if let listener, kinds.contains(kind) {
            return listener.emit(text(.object(["kind": .string(kind), "event": event])))
        }
        guard kind == "open" || kind == "dismiss", case .object(let members) = event else { return }
        if kept.count == 20 { kept.removeFirst() }
        kept.append((kind, members))
    }

    private static func value(_ message: Pushgraph.Message) -> Pushgraph.Value {
        let buttons = message.buttons.map { button in
            Pushgraph.Value.object([
                "id": .string(button.id), "label": .string(button.label), "link": value(button.link),
                "isDestructive": .bool(button.isDestructive), "isInput": .bool(button.isInput),
            ])
        }
        return .object([
            "id": value(message.id), "title": value(message.title), "text": .string(message.text),
            "link": value(message.link), "data": .object(message.data.mapValues { .string($0) }),
            "buttons": .array(buttons),
        ])
    }

    private static func value(_ text: String?) -> Pushgraph.Value { text.map { .string($0) } ?? .null }
}

private func onMain(_ call: @escaping @MainActor @Sendable () -> Void) { Task { @MainActor in call() } }

private func read(_ text: String) -> [String: Pushgraph.Value]? {
    try? JSONDecoder().decode([String: Pushgraph.Value].self, from: Data(text.utf8))
}

private func word(_ permission: Pushgraph.Permission) -> String {
    switch permission {
    case .granted: "granted"
    case .denied: "denied"
    case .default: "default"
    }
}

private func text(_ value: Pushgraph.Value) -> String {
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
}

private func text(_ preferences: Pushgraph.Preferences) -> String {
    let categories = preferences.categories.map { category in
        Pushgraph.Value.object([
            "key": .string(category.key), "name": .string(category.name),
            "description": .string(category.description), "kind": .string(category.kind), "isOn": .bool(category.isOn),
        ])
    }
    let url = preferences.url.map { Pushgraph.Value.string($0) } ?? .null
    return text(
        .object(["categories": .array(categories), "allMarketing": .bool(preferences.allMarketing), "url": url]))
}
