import Foundation

extension Pushgraph {
    /// A received message.
    public struct Message: Sendable {
        /// A later message with the same id replaces this one.
        public let id: String?
        public let title: String?
        public let text: String
        public let link: String?
        /// The `data` of the push.
        public let data: [String: String]
        public let buttons: [Button]

        package let receipt: String
        package let image: String?
        package let badge: Int?
        package let badgeIncrement: Int?

        public var isSilent: Bool { title == nil && text.isEmpty }

        /// Nil: the message is not from pushgraph.
        package init?(_ userInfo: [AnyHashable: Any], id: String? = nil) {
            func text(_ name: String) -> String? { (userInfo[name] as? String).flatMap { $0.isEmpty ? nil : $0 } }
            guard let receipt = text("receipt") else { return nil }
            let aps = userInfo["aps"] as? [AnyHashable: Any]
            let alert = aps?["alert"] as? [AnyHashable: Any]
            let firebase = userInfo["fcm_options"] as? [AnyHashable: Any]
            self.id = id
            self.receipt = receipt
            title = alert?["title"] as? String
            self.text = alert?["body"] as? String ?? aps?["alert"] as? String ?? ""
            link = text("link")
            image = text("image") ?? firebase?["image"] as? String
            buttons = Button.read(userInfo["buttons"])
            badge = toInt(aps?["badge"])
            badgeIncrement = toInt(userInfo["badge_increment"])
            data = Dictionary(
                userInfo.compactMap { name, value in
                    guard let name = name as? String, let value = value as? String else { return nil }
                    return isOwn(name) ? nil : (name, value)
                }, uniquingKeysWith: { first, _ in first })
        }

        /// The number for the icon after this message, or nil if the message does not change it.
        package func badge(after shown: Int) -> Int? {
            if let badge { return max(0, badge) }
            guard let badgeIncrement else { return nil }
            let (sum, isTooMuch) = shown.addingReportingOverflow(badgeIncrement)
            return isTooMuch ? shown : max(0, sum)
        }
    }

    public struct Button: Sendable, Hashable {
        public let id: String
        public let label: String
        /// Nil: the app decides what the button opens.
        public let link: String?
        public let isDestructive: Bool
        public let isInput: Bool

        /// Apple's payload has a list; Firebase's has the list as a JSON text.
        static func read(_ value: Any?) -> [Button] {
            let parsed = (value as? String).flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
            let items = (parsed ?? value) as? [Any] ?? []
            return items.compactMap { item in
                guard let item = item as? [AnyHashable: Any], let id = item["id"] as? String else { return nil }
                return Button(
                    id: id, label: item["label"] as? String ?? id, link: item["link"] as? String,
                    isDestructive: item["destructive"] as? Bool ?? false, isInput: item["input"] as? Bool ?? false)
            }
        }
    }

    /// A tap on a message.
    public struct Opened: Sendable {
        public let message: Message
        /// The id of the tapped button.
        public let button: String?
        /// The text that the user typed.
        public let text: String?

        package init(message: Message, button: String?, text: String?) {
            self.message = message
            self.button = button
            self.text = text
        }

        /// The link of the message or button; nil for a typed answer and for dangerous addresses.
        package var link: URL? {
            let tapped = message.buttons.first { $0.id == button }
            let address = button == nil ? message.link : tapped?.link
            guard let url = address.flatMap(URL.init(string:)), let scheme = url.scheme?.lowercased() else { return nil }
            return text != nil || refusedSchemes.contains(scheme) ? nil : url
        }
    }

    /// The system shows buttons by category, and the app registers each category by name.
    package struct MessageCategory: Sendable, Hashable {
        package static let prefix = "pushgraph."

        package let id: String
        package let buttons: [Button]

        /// Nil: the message uses one of the app's own categories.
        package init?(of message: Message, named current: String) {
            guard current.isEmpty || current.hasPrefix(Self.prefix) else { return nil }
            buttons = message.buttons
            // Two messages with the same button ids may have labels in different languages.
            let looks = buttons.map { "\($0.id)\u{0}\($0.label)\u{0}\($0.isDestructive)\u{0}\($0.isInput)" }
            let hash = looks.joined(separator: "\u{1}").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            id = Self.prefix + (buttons.isEmpty ? "message" : String(hash, radix: 36))
        }

        /// The library's categories that can be removed: there are too many, and no visible message uses these.
        package static func superfluous(_ all: [String], shown: Set<String>) -> Set<String> {
            let own = all.filter { $0.hasPrefix(prefix) }
            return own.count <= maxCategories ? [] : Set(own).subtracting(shown)
        }
    }
}

private let maxCategories = 64
private let refusedSchemes: Set = ["file", "javascript", "data", "blob", "about"]

/// Members of the payload that are not `data` of the push.
private func isOwn(_ name: String) -> Bool {
    ownMembers.contains(name) || ["google.", "gcm."].contains { name.hasPrefix($0) }
}

private let ownMembers: Set = [
    "aps", "receipt", "image", "icon", "link", "buttons", "badge_increment", "fcm_options", "message_id",
]

/// Firebase sends numbers as texts.
private func toInt(_ value: Any?) -> Int? { value as? Int ?? (value as? String).flatMap { Int($0) } }
