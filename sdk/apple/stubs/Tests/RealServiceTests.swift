import Foundation
import Testing
import UIKit
import UserNotifications

@testable import PushgraphApple
@testable import PushgraphCore

/// The contents of the file that `npm run verify:apple` writes while a service runs.
private struct Place: Decodable {
    let address: String
    let serviceId: String
}

private let place = try? JSONDecoder().decode(Place.self, from: Data(contentsOf: URL(fileURLWithPath: "/tmp/service.json")))
private let inbox = URL(fileURLWithPath: "/tmp/message.json")

@Suite("with a service", .enabled(if: place != nil))
@MainActor struct RealServiceTests {
    @Test("a message from the service is prepared with its image, counted, shown and answered")
    func goesThrough() async throws {
        let place = try #require(place)
        let app = try App(serviceId: place.serviceId, baseUrl: place.address)
        Pushgraph.shared.login("user-17")
        try await until { await Pushgraph.shared.isSettled }
        try await until { FileManager.default.fileExists(atPath: inbox.path) }
        let message = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: inbox)) as? [AnyHashable: Any])
        let aps = try #require(message["aps"] as? [AnyHashable: Any])
        #expect(aps["mutable-content"] as? Int == 1)

        let content = app.content(message)
        content.title = "Sale"
        content.categoryIdentifier = aps["category"] as? String ?? ""
        let shown = try #require(try await app.show(content).first)
        #expect(shown.title == "Sale" && shown.badge == 2)
        #expect(shown.attachments.map(\.url.pathExtension) == ["png"])
        #expect(await app.category(shown.categoryIdentifier)?.actions.map(\.title) == ["Buy now"])
        // The extension sent the receipt before it showed the message.
        #expect(Pushgraph.shared.pending == 0)

        await app.tap("buy", message)
        #expect(UIApplication.shared.opened.last?.absoluteString == "sample://buy")
        #expect(await !Pushgraph.shared.flush())
        let choices = await Pushgraph.shared.preferences()
        #expect(choices?.allMarketing == true)
    }
}
