import Foundation

extension Pushgraph {
    /// A value of JSON. Literals make one: `["total": 42, "trial_ends": nil]`.
    public enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        case array([Value])
        case object([String: Value])
    }
}

typealias Members = [String: Pushgraph.Value]

extension Dictionary where Key == String, Value == Pushgraph.Value {
    func adding(_ name: String, _ value: Pushgraph.Value?) -> Self {
        value.map { merging([name: $0]) { _, new in new } } ?? self
    }

    func adding(_ name: String, _ text: String?) -> Self { adding(name, text.map(Pushgraph.Value.string)) }
}

extension Pushgraph.Value {
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var items: [Pushgraph.Value] {
        if case .array(let items) = self { items } else { [] }
    }

    var members: Members {
        if case .object(let members) = self { members } else { [:] }
    }
}

extension Pushgraph.Value: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let int = try? value.decode(Int64.self) {
            self = .int(int)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else if let items = try? value.decode([Self].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: Self].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .int(let int): try value.encode(int)
        case .double(let double): try value.encode(double)
        case .string(let text): try value.encode(text)
        case .array(let items): try value.encode(items)
        case .object(let members): try value.encode(members)
        }
    }
}

extension Pushgraph.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
    public init(integerLiteral int: Int64) { self = .int(int) }
    public init(floatLiteral double: Double) { self = .double(double) }
    public init(stringLiteral text: String) { self = .string(text) }
    public init(arrayLiteral items: Self...) { self = .array(items) }
    public init(dictionaryLiteral members: (String, Self)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
