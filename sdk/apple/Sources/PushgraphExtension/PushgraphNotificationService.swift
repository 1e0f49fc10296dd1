#if canImport(UserNotifications)
import Foundation
import PushgraphCore
import UserNotifications

/// The notification service extension: fetches the image, reports the message as delivered, counts the number on the
/// icon, and shows the buttons. Make it the principal class of your extension. The extension's `Info.plist` needs the
/// same service keys as the app's. Messages from other senders are shown unchanged.
open class PushgraphNotificationService: UNNotificationServiceExtension {
    private let running = Running()

    /// The service. By default, the extension's `Info.plist` names it.
    open var info: [String: Any] { Bundle.main.infoDictionary ?? [:] }

    package var images: Pushgraph.Images { Pushgraph.Images() }

    open override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let push = Process.push(info), let message = Pushgraph.Message(request.content.userInfo, id: request.identifier),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return contentHandler(request.content) }
        let showing = Pushgraph.Showing(content) { contentHandler($0) }
        let category = Pushgraph.MessageCategory(of: message, named: content.categoryIdentifier)
        let arrival = Pushgraph.Arrival(push, images: images, onProblem: Process.report)
        running.add(showing, Task { await PushgraphNotificationService.prepare(message, category, arrival, showing) })
    }

    /// The system is about to end the extension: show what is ready. The app sends the receipt later.
    open override func serviceExtensionTimeWillExpire() { running.end() }

    private static func prepare(
        _ message: Pushgraph.Message, _ category: Pushgraph.MessageCategory?, _ arrival: Pushgraph.Arrival,
        _ showing: Pushgraph.Showing<UNMutableNotificationContent>
    ) async {
        async let isReported: Void = arrival.report(message)
        async let image = arrival.image(of: message)
        if let badge = await arrival.badge(of: message) { showing.change { $0.badge = NSNumber(value: badge) } }
        if let category {
            await Categories.register(category)
            showing.change { $0.categoryIdentifier = category.id }
        }
        if let image = await image { showing.change { attach(image, to: $0) } }
        await isReported
        showing.show()
    }

    private static func attach(_ image: URL, to content: UNMutableNotificationContent) {
        do {
            let attachment = try UNNotificationAttachment(identifier: "image", url: image, options: nil)
            content.attachments = [attachment]
        } catch {
            Process.report("The image cannot be attached: \(error.localizedDescription)")
        }
    }
}

/// The messages of one instance that it has not shown yet.
private final class Running: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [(showing: Pushgraph.Showing<UNMutableNotificationContent>, task: Task<Void, Never>)] = []

    func add(_ showing: Pushgraph.Showing<UNMutableNotificationContent>, _ task: Task<Void, Never>) {
        lock.withLock { all.append((showing, task)) }
    }

    func end() {
        let ended = lock.withLock {
            defer { all = [] }
            return all
        }
        for (showing, task) in ended {
            showing.show()
            task.cancel()
        }
    }
}

/// The extension's process. The system uses it for several messages.
private enum Process {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var current: (service: Pushgraph.Service, push: Pushgraph)?

    /// Nil: no service is configured.
    static func push(_ info: [String: Any]) -> Pushgraph? {
        guard let service = Pushgraph.Service(info: info) else {
            let names = "\(Pushgraph.Service.idKey) and \(Pushgraph.Service.baseUrlKey)"
            report("Name the service: \(names) in the Info.plist of the extension.")
            return nil
        }
        return lock.withLock {
            if let current, current.service == service { return current.push }
            let push = Pushgraph(service, storage: service.storage, isExtension: true) { report($0.message) }
            current = (service, push)
            return push
        }
    }

    @Sendable static func report(_ problem: String) { NSLog("%@", "Pushgraph: \(problem)") }
}
#endif
