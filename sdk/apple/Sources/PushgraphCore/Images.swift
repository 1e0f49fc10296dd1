import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Pushgraph {
    /// Loads the image of a message into a file that the system can attach.
    package struct Images: Sendable {
        package static let maxBytes = 2 * 1_024 * 1_024
        /// The system ends an extension after about 30 seconds.
        package static let limitMs: Int64 = 15_000

        private let limitMs: Int64
        private let isAllowed: @Sendable (String) -> Bool

        /// - Parameter isAllowed: refuses hosts of the device and of the user's own network
        package init(
            limitMs: Int64 = Images.limitMs, isAllowed: @escaping @Sendable (String) -> Bool = isPublicHost
        ) {
            self.limitMs = limitMs
            self.isAllowed = isAllowed
        }

        /// Returns a new file in `folder`; the caller must delete it. Throws `Failure`.
        package func load(_ address: String, into folder: URL) async throws -> URL {
            guard let url = URL(string: address) else { throw Failure("The image has no address.") }
            let download = Download(limitMs: limitMs, isAllowed: isAllowed)
            let bytes = try await withTaskCancellationHandler {
                try await download.start(url)
            } onCancel: {
                download.end(Failure("The image took too long."))
            }
            // The system takes the type from the file extension, and servers often report a wrong type.
            guard let kind = Self.kind(of: bytes) else { throw Failure("The image is no JPEG, PNG or GIF.") }
            let file = folder.appendingPathComponent("\(UUID().uuidString).\(kind)")
            try bytes.write(to: file)
            return file
        }

        static func kind(of bytes: Data) -> String? {
            let kinds: [(String, [UInt8])] = [
                ("jpg", [0xff, 0xd8, 0xff]), ("png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
                ("gif", [0x47, 0x49, 0x46, 0x38]),
            ]
            return kinds.first { bytes.starts(with: $0.1) }?.0
        }

        package struct Failure: Error, CustomStringConvertible {
            package let description: String

            init(_ description: String) { self.description = description }
        }
    }
}

/// One download. It ends early if it is too large, takes too long, or redirects to a forbidden address.
private final class Download: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private let limitMs: Int64
    private let isAllowed: @Sendable (String) -> Bool
    private var bytes = Data()
    private var redirects = 0
    private var done: CheckedContinuation<Data, any Error>?
    private var failure: (any Error)?
    private var session: URLSession?

    init(limitMs: Int64, isAllowed: @escaping @Sendable (String) -> Bool) {
        self.limitMs = limitMs
        self.isAllowed = isAllowed
    }

    func start(_ url: URL) async throws -> Data {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.timeoutIntervalForResource = Double(limitMs) / 1_000
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let limit = Task {
            try await Task.sleep(nanoseconds: UInt64(limitMs) * 1_000_000)
            end(Pushgraph.Images.Failure("The image took too long."))
        }
        defer {
            limit.cancel()
            session.invalidateAndCancel()
        }
        try check(url)
        return try await withCheckedThrowingContinuation { done in
            let failure = lock.withLock {
                self.session = session
                if self.failure == nil { self.done = done }
                return self.failure
            }
            if let failure { done.resume(throwing: failure) } else { session.dataTask(with: url).resume() }
        }
    }

    func end(_ failure: any Error) {
        let (done, session) = lock.withLock {
            defer { self.done = nil }
            if self.failure == nil { self.failure = failure }
            return (self.done, self.session)
        }
        done?.resume(throwing: failure)
        session?.invalidateAndCancel()
    }

    private func check(_ url: URL) throws {
        guard let host = url.host, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw Pushgraph.Images.Failure("The address of the image begins with neither http nor https.")
        }
        if !isAllowed(host) { throw Pushgraph.Images.Failure("The image has a private address.") }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        do {
            redirects += 1
            guard let url = request.url, redirects <= maxRedirects else {
                throw Pushgraph.Images.Failure("The image has too many redirects.")
            }
            try check(url)
            completionHandler(request)
        } catch {
            completionHandler(nil)
            end(error)
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 200 && response.expectedContentLength <= Int64(Pushgraph.Images.maxBytes) {
            return completionHandler(.allow)
        }
        completionHandler(.cancel)
        end(status == 200 ? tooLarge : Pushgraph.Images.Failure("The image's server answered \(status)."))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = lock.withLock {
            bytes.append(data)
            return bytes.count > Pushgraph.Images.maxBytes
        }
        if isTooLarge { end(tooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return end(error) }
        let (done, bytes) = lock.withLock {
            defer { self.done = nil }
            return (self.done, self.bytes)
        }
        done?.resume(returning: bytes)
    }
}

private let maxRedirects = 3
private let tooLarge = Pushgraph.Images.Failure("The image is larger than \(Pushgraph.Images.maxBytes) bytes.")

/// Whether the host currently resolves to public addresses only.
@Sendable package func isPublicHost(_ host: String) -> Bool {
    var first: UnsafeMutablePointer<addrinfo>?
    // Brackets enclose IPv6 in an address.
    let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    guard getaddrinfo(name, nil, nil, &first) == 0 else { return false }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0?.pointee.ai_next }).allSatisfy { each in
        guard let address = each?.pointee.ai_addr else { return true }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return isPublic(v4: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
        case AF_INET6:
            return isPublic(v6: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        default: return false
        }
    }
}

func isPublic(v4 bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (224..., _): false
    default: true
    }
}

func isPublic(v6 bytes: [UInt8]) -> Bool {
    let isInner = bytes.prefix(10).allSatisfy { $0 == 0 }
    if isInner && bytes[10] == 0xff && bytes[11] == 0xff { return isPublic(v4: Array(bytes.suffix(4))) }
    if isInner { return false }
    // Unique local, link-local and multicast addresses.
    return !(bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0xc0 >= 0x80) || bytes[0] == 0xff)
}
