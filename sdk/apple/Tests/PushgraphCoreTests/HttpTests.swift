import Foundation
import Testing

@testable import PushgraphCore

// These tests need the server of test/sdk/apple. `npm run verify:apple` starts it and writes its address to this file.
private let server = try? String(contentsOfFile: "/tmp/server", encoding: .utf8)

@Suite("with a server", .enabled(if: server != nil))
struct HttpTests {
    private let address = server ?? ""

    private func load(_ path: String, limitMs: Int64 = 10_000) async throws -> URL {
        let images = Pushgraph.Images(limitMs: limitMs, isAllowed: { $0 == "127.0.0.1" })
        return try await images.load(path.hasPrefix("http") ? path : address + path, into: FileManager.default.temporaryDirectory)
    }

    @Test("an image's file extension follows its bytes, whatever the server reports", arguments: ["png", "jpg", "gif"])
    func loadsImages(kind: String) async throws {
        let file = try await load("/\(kind)")
        #expect(file.pathExtension == kind)
        #expect(try Data(contentsOf: file).count > 10)
        try FileManager.default.removeItem(at: file)
    }

    @Test("an image may be behind up to three redirects")
    func followsRedirects() async throws { #expect(try await load("/redirect/3").pathExtension == "png") }

    @Test(
        "what is no image, too large, missing or private is not loaded",
        arguments: [
            "/html", "/empty", "/large", "/endless", "/missing", "/redirect/4", "/to-private", "/to-file", "/cut",
            "http://localhost:1/png", "file:///etc/hostname", "", "http://127.0.0.1:1/",
        ])
    func refusesImages(path: String) async {
        await #expect(throws: (any Error).self) { try await load(path) }
    }

    @Test("loading an image stops after the time limit")
    func givesUp() async {
        await #expect(throws: Pushgraph.Images.Failure.self) { try await load("/slow", limitMs: 300) }
    }

    @Test("loading an image can be cancelled")
    func cancels() async {
        let task = Task { try await load("/slow") }
        try? await Task.sleep(nanoseconds: 200_000_000)
        task.cancel()
        await #expect(throws: Pushgraph.Images.Failure.self) { try await task.value }
    }

    @Test("a redirect of the service is not followed, even to the same path", arguments: [301, 302, 307, 308])
    func followsNoRedirect(status: Int) async throws {
        let url = try #require(URL(string: "\(address)/moved/\(status)/sdk"))
        let request = Pushgraph.Request(method: "POST", url: url, secret: "s", body: Data("{}".utf8))
        #expect(try await Pushgraph.HttpNetwork().send(request).status == status)
    }
}
