import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Pushgraph {
    /// The device's clocks.
    public protocol Clock: Sendable {
        /// Milliseconds since 1970; the user may have set it wrong.
        func now() -> Int64

        /// Milliseconds since a fixed moment, including sleep. Nobody can change it.
        func elapsed() -> Int64
    }

    public struct SystemClock: Clock {
        public init() {}

        public func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

        public func elapsed() -> Int64 {
            #if canImport(Darwin)
            let clock = CLOCK_MONOTONIC
            #else
            let clock = CLOCK_BOOTTIME
            #endif
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
    }

    public struct Request: Sendable {
        public let method: String
        public let url: URL
        public let secret: String?
        /// JSON, or nil.
        public let body: Data?
    }

    public struct Answer: Sendable {
        public let status: Int
        public let body: Data
        /// Milliseconds that the service asks to wait, or nil.
        public let retryAfterMs: Int64?
        /// The service's time in milliseconds since 1970, or nil.
        public let date: Int64?

        public init(status: Int, body: Data, retryAfterMs: Int64? = nil, date: Int64? = nil) {
            self.status = status
            self.body = body
            self.retryAfterMs = retryAfterMs
            self.date = date
        }
    }

    public protocol Network: Sendable {
        /// Sends one request and waits for the answer. Throws if there is none.
        func send(_ request: Request) async throws -> Answer
    }

    /// `URLSession` without cookies, caches and redirects: a redirect could turn POST into GET, or take the secret to
    /// another host.
    public final class HttpNetwork: Network {
        private let session: URLSession

        public init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.timeoutIntervalForRequest = 20
            configuration.timeoutIntervalForResource = 60
            session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        public func send(_ request: Request) async throws -> Answer {
            var asked = URLRequest(url: request.url)
            asked.httpMethod = request.method
            asked.httpBody = request.body
            if request.body != nil { asked.setValue("application/json", forHTTPHeaderField: "content-type") }
            if let secret = request.secret { asked.setValue("Bearer \(secret)", forHTTPHeaderField: "authorization") }
            let (body, response) = try await session.data(for: asked)
            guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            let date = milliseconds(answer.value(forHTTPHeaderField: "date"))
            let asks = answer.value(forHTTPHeaderField: "retry-after")
            let until = milliseconds(asks).flatMap { until in date.map { until - $0 } }
            let wait = asks.flatMap { Int64($0) }.map { min($0, longestWaitMs / 1_000) * 1_000 } ?? until
            return Answer(
                status: answer.statusCode, body: body, retryAfterMs: wait.map { max(0, min($0, longestWaitMs)) },
                date: date)
        }
    }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

let longestWaitMs: Int64 = 86_400_000

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/// The time of a header such as `Sun, 06 Nov 1994 08:49:37 GMT`.
func milliseconds(_ header: String?) -> Int64? {
    let parts = (header ?? "").split { " ,:".contains($0) }.map(String.init)
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
    let numbers = [parts[3], parts[1], parts[4], parts[5], parts[6]].compactMap { Int($0) }
    guard numbers.count == 5, (1970...9999).contains(numbers[0]) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let date = DateComponents(
        year: numbers[0], month: month + 1, day: numbers[1], hour: numbers[2], minute: numbers[3], second: numbers[4])
    return calendar.date(from: date).map { Int64($0.timeIntervalSince1970 * 1_000) }
}
