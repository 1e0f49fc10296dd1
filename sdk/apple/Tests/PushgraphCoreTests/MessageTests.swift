import Foundation
import Testing

@testable import PushgraphCore

nonisolated(unsafe) private let payload: [AnyHashable: Any] = [
    "aps": ["alert": ["title": "Sale", "subtitle": "Today", "body": "Half price!"], "badge": 3],
    "receipt": "r1", "image": "https://cdn.test/a.png", "link": "sample://message", "order": "17", "weight": 4,
    "buttons": [
        ["id": "buy", "label": "Buy now", "link": "sample://buy"], ["id": "reply", "label": "Reply", "input": true],
        ["id": "drop", "destructive": true], ["label": "without an id"], "no button",
    ],
]

@Test("a message from Apple is read, and its data contains only the push's own members")
func readsAMessage() throws {
    let message = try #require(Pushgraph.Message(payload, id: "m1"))
    #expect(message.id == "m1" && message.title == "Sale" && message.text == "Half price!")
    #expect(message.data == ["order": "17"])
    #expect(message.image == "https://cdn.test/a.png" && message.badge(after: 9) == 3 && !message.isSilent)
    #expect(message.buttons.map(\.id) == ["buy", "reply", "drop"])
    #expect(message.buttons.map(\.label) == ["Buy now", "Reply", "drop"])
    #expect(message.buttons.map(\.isInput) == [false, true, false])
    #expect(message.buttons.map(\.isDestructive) == [false, false, true])
}

@Test("a message that Firebase sent through Apple is read")
func readsAMessageOfFirebase() throws {
    let message = try #require(
        Pushgraph.Message([
            "aps": ["alert": "Hello"], "receipt": "r1", "fcm_options": ["image": "https://cdn.test/a.png"],
            "gcm.message_id": "1", "google.c.a.e": "1", "order": "17", "badge_increment": "2",
            "buttons": #"[{"id":"buy","label":"Buy"}]"#,
        ]))
    #expect(message.text == "Hello" && message.image == "https://cdn.test/a.png")
    #expect(message.data == ["order": "17"] && message.buttons.map(\.label) == ["Buy"])
    #expect(message.badge(after: 1) == 3)
}

@Test("notifications of other senders are ignored, and wrong members do no harm")
func distrustsPayloads() throws {
    for other: [AnyHashable: Any] in [[:], ["aps": ["alert": "x"]], ["receipt": ""], ["receipt": 7]] {
        #expect(Pushgraph.Message(other) == nil)
    }
    let wrong = try #require(
        Pushgraph.Message([
            "aps": "x", "receipt": "r", "image": 1, "link": [1], "buttons": "{", "badge_increment": "many", 5: "five",
        ]))
    #expect(wrong.isSilent && wrong.buttons.isEmpty && wrong.image == nil && wrong.link == nil && wrong.data.isEmpty)
    #expect(wrong.badge(after: 1) == nil)
}

@Test("the number on the icon is set or counted, never below zero and never beyond its range")
func countsBadges() throws {
    func after(_ shown: Int, _ members: [AnyHashable: Any]) throws -> Int? {
        try #require(Pushgraph.Message(members.merging(["receipt": "r"]) { $1 })).badge(after: shown)
    }
    #expect(try after(4, ["badge_increment": 1]) == 5)
    #expect(try after(0, ["badge_increment": -1]) == 0)
    #expect(try after(4, ["aps": ["badge": -1]]) == 0)
    #expect(try after(4, ["badge_increment": Int.max]) == 4)
    #expect(try after(4, [:]) == nil)
}

@Test("a tap opens the link of the message or button, and never a dangerous address")
func followsLinks() throws {
    func link(_ address: String, button: String? = nil, text: String? = nil) throws -> String? {
        let members: [AnyHashable: Any] = ["receipt": "r", "link": address, "buttons": [["id": "b", "link": "app://b"]]]
        let message = try #require(Pushgraph.Message(members))
        return Pushgraph.Opened(message: message, button: button, text: text).link?.absoluteString
    }
    #expect(try link("https://a.test/x?y=1") == "https://a.test/x?y=1")
    #expect(try link("https://a.test", button: "b") == "app://b")
    #expect(try link("https://a.test", button: "unknown") == nil)
    #expect(try link("https://a.test", button: "b", text: "typed") == nil)
    for address in ["file:///etc/passwd", "JavaScript:alert(1)", "data:text/html,x", "no scheme", ""] {
        #expect(try link(address) == nil, "\(address)")
    }
}

@Test("equal buttons share a category, other labels get another, and the app's own categories stay")
func namesCategories() throws {
    func category(_ label: String, named: String = "pushgraph.b") throws -> Pushgraph.MessageCategory? {
        let members: [AnyHashable: Any] = ["receipt": "r", "buttons": [["id": "b", "label": label]]]
        return Pushgraph.MessageCategory(of: try #require(Pushgraph.Message(members)), named: named)
    }
    #expect(try category("Buy") == category("Buy"))
    #expect(try category("Buy")?.id != category("Kaufen")?.id)
    #expect(try category("Buy", named: "chat") == nil)
    let plain = try #require(Pushgraph.Message(["receipt": "r"]))
    #expect(Pushgraph.MessageCategory(of: plain, named: "")?.id == "pushgraph.message")
    let many = (1...70).map { "pushgraph.\($0)" } + ["chat"]
    let gone = Pushgraph.MessageCategory.superfluous(many, shown: ["pushgraph.7"])
    #expect(gone.count == 69 && !gone.contains("chat") && !gone.contains("pushgraph.7"))
    #expect(Pushgraph.MessageCategory.superfluous(["pushgraph.1"], shown: []).isEmpty)
}

@Test("a message is shown once, and not changed afterwards")
func showsOnce() async {
    final class Content: @unchecked Sendable { var text = "" }
    for _ in 1...200 {
        let count = Counter()
        let showing = Pushgraph.Showing(Content()) { _ in count.add() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...4 { group.addTask { showing.show() } }
        }
        showing.change { $0.text = "late" }
        #expect(count.value == 1)
    }
    var shown = ""
    let showing = Pushgraph.Showing(Content()) { shown = $0.text }
    showing.change { $0.text = "early" }
    showing.show()
    #expect(shown == "early")
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
}

@Test("the property list names the service, even with an id of digits alone")
func readsTheService() {
    let list: [String: Any] = [
        "PushgraphServiceId": 17, "PushgraphBaseUrl": "https://push.test/", "PushgraphAppGroup": "group.a",
    ]
    let expected = Pushgraph.Service(id: "17", baseUrl: "https://push.test", appGroup: "group.a")
    #expect(Pushgraph.Service(info: list) == expected)
    #expect(expected.place == "https://push.test/sdk/v1/17")
    #expect(Pushgraph.Service(info: ["PushgraphServiceId": "a"]) == nil)
    #expect(Pushgraph.Service(info: ["PushgraphServiceId": "", "PushgraphBaseUrl": "https://push.test"]) == nil)
}

@Test("addresses of the device and of the user's network are private")
func knowsPrivateAddresses() {
    for host in [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.9.9", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "localhost", "[::1]", "::", "fe80::1", "fec0::1", "fc00::1", "fdff::1", "ff02::1",
        "::ffff:10.0.0.1", "::ffff:127.0.0.1", "2130706433", "0x7f.1",
    ] { #expect(!isPublicHost(host), "\(host)") }
    for host in ["1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"] {
        #expect(isPublicHost(host), "\(host)")
    }
}
