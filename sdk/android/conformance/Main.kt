package io.pushgraph.conformance

import io.pushgraph.core.Clock
import io.pushgraph.core.FileStorage
import io.pushgraph.core.HttpNetwork
import io.pushgraph.core.Json
import io.pushgraph.core.Listener
import io.pushgraph.core.Options
import io.pushgraph.core.Preferences
import io.pushgraph.core.Pushgraph
import io.pushgraph.core.ReceiptKind
import io.pushgraph.core.SystemClock
import java.io.File
import java.net.HttpURLConnection
import java.util.Collections
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import java.util.concurrent.CompletableFuture

/** The driver for sdk/conformance: reads one JSON command per line and writes one JSON answer per line. */
fun main(args: Array<String>) {
    val (baseUrl, serviceId, folder) = args
    val clock = ShiftedClock()
    val problems: MutableList<String> = Collections.synchronizedList(ArrayList())
    val options = Options(
        serviceId,
        baseUrl,
        FileStorage(File(folder)),
        clock = clock,
        network = DesktopNetwork(),
        listener = Listener { problems.add(it.code); System.err.println("${it.code} ${it.status} ${it.message}") },
        retryBaseMs = 100,
        retryMaxMs = 500,
    )
    val push = Pushgraph(options)
    for (line in generateSequence(::readLine)) {
        val command = Json.readObject(line).orEmpty()
        val answer = try {
            mapOf("answer" to run(push, clock, command, problems))
        } catch (failure: Exception) {
            mapOf("failure" to failure.toString())
        }
        println(Json.write(answer))
    }
}

@Suppress("UNCHECKED_CAST")
private fun run(push: Pushgraph, clock: ShiftedClock, command: Map<String, Any?>, problems: MutableList<String>): Any? {
    val text = { name: String -> command[name] as? String }
    val must = { name: String -> text(name) ?: throw IllegalArgumentException("`$name` is missing.") }
    when (val word = must("do")) {
        "start" -> push.start()
        "setToken" -> push.setToken(must("token"))
        "login" -> push.login(must("user"), text("identityHash"))
        "logout" -> push.logout()
        "setTags" -> push.setTags(command["tags"] as List<String>)
        "setAttributes" -> push.setAttributes(command["attributes"] as Map<String, Any?>)
        "update" -> push.update(command["facts"] as Map<String, Any?>)
        "track" -> push.track(must("code"), text("id"), command["data"] as Map<String, Any?>?)
        "receipt" -> push.receipt(must("receipt"), ReceiptKind.valueOf(must("kind").uppercase()), text("button"))
        "preferences" -> return await { push.preferences() }?.let(::toMap)
        "setPreferences" ->
            return await { push.setPreferences(command["choices"] as Map<String, Boolean>) }?.let(::toMap)
        "online" -> push.online()
        "clock" -> clock.shiftMs = command["shiftMs"] as Long
        "stored" -> {
            push.awaitStored()
            return waitUntil { push.pending >= (command["pending"] as Long) }
        }
        "settled" -> return waitUntil { push.isSettled }
        "problems" -> return problems.toList()
        else -> throw IllegalArgumentException("`$word` is no word of the script.")
    }
    return null
}

private fun toMap(preferences: Preferences) =
    mapOf("choices" to preferences.categories.associate { it.key to it.isOn }, "allMarketing" to preferences.allMarketing)

private fun waitUntil(isSo: () -> Boolean): Boolean {
    val deadline = System.nanoTime() + 60_000_000_000
    while (System.nanoTime() < deadline) {
        if (isSo()) return true
        Thread.sleep(20)
    }
    throw IllegalStateException("Waited a minute in vain.")
}

private fun <T> await(work: suspend () -> T): T {
    val future = CompletableFuture<T>()
    work.startCoroutine(Continuation(EmptyCoroutineContext) { result ->
        result.fold(future::complete, future::completeExceptionally)
    })
    return future.get()
}

private class ShiftedClock : Clock {
    @Volatile var shiftMs = 0L

    override fun now() = SystemClock.now() + shiftMs

    override fun elapsed() = SystemClock.elapsed()
}

/** HttpURLConnection refuses PATCH on a desktop, but not on Android. Java must run with `--add-opens`. */
private class DesktopNetwork : HttpNetwork() {
    override fun setMethod(connection: HttpURLConnection, method: String) {
        if (method != "PATCH") return super.setMethod(connection, method)
        HttpURLConnection::class.java.getDeclaredField("method").apply { isAccessible = true }.set(connection, method)
    }
}
