package io.pushgraph.core

import java.io.IOException
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone
import java.util.UUID
import java.util.concurrent.Executors
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.ScheduledExecutorService
import java.util.concurrent.ScheduledFuture
import java.util.concurrent.TimeUnit
import kotlin.random.Random

private typealias Members = Map<String, Any?>

/**
 * Stores the app's calls on one thread and sends them on another. Processes share the storage: the lock `data` guards
 * its files, and `send` lets one process at a time talk to the service, so no device is registered twice.
 */
internal class Worker(private val options: Options) {
    private val storage = options.storage
    private val clock = options.clock
    private val place = "${options.baseUrl.trimEnd('/')}/sdk/v1/${options.serviceId}"
    private val writer = thread("pushgraph-writer")
    private val sender = thread("pushgraph-sender")

    // The sender's thread writes these.
    @Volatile private var isRefreshed = false
    private var failures = 0
    private var quietUntil = 0L
    private var nextTry: ScheduledFuture<*>? = null

    /** How far the service's clock is ahead of ours, in milliseconds; null before its first answer. */
    @Volatile private var clockShift: Long? = null

    val deviceId: String? get() = quietly { state()["device_id"] as? String }

    val pending: Int get() = quietly { queue().size } ?: 0

    /** For tests: waits until every call so far is stored. */
    fun awaitStored() = writer.submit { }.get()

    /** For tests: whether every call so far has reached the service. */
    val isSettled: Boolean
        get() {
            awaitStored()
            val state = state()
            return pending == 0 && state["device_id"] != null && state["sent_token"] == state["token"] && isRefreshed
        }

    fun wake() = write { }

    /** @param address a token, or the members of a Web Push subscription */
    fun setAddress(address: Any) = write { change { it + ("token" to address) } }

    /** A device without an address is deleted once all waiting entries are sent. */
    fun removeAddress() = write {
        options.onWaiting.run()
        change { it - "token" }
    }

    fun add(entry: Members) = write { enqueue(entry) }

    fun track(code: String, id: String?, data: Members?) {
        val event = mapOf("code" to code, "id" to (id ?: UUID.randomUUID().toString())).plusIf("data", data)
        add(mapOf("do" to "track", "at" to clock.now(), "shift" to clockShift, "event" to event))
    }

    fun receipt(body: Members) = write {
        val mark = "${body["kind"]} ${body["receipt"].toString().takeLast(MARK_LENGTH)}"
        val seen = (state()["receipts"] as? List<*>).orEmpty()
        if (mark !in seen) {
            // After a crash here the entry is sent twice, but the service counts it once.
            enqueue(mapOf("do" to "receipt", "body" to body))
            change { it + ("receipts" to (seen + mark).takeLast(MAX_MARKS)) }
        }
    }

    fun flush(done: (Boolean) -> Unit) {
        val work = {
            if (failures > 0) quietUntil = 0
            done(!drain())
        }
        if (!onSender(work)) done(false)
    }

    fun preferences(method: String, language: String?, body: Members?, done: (Members?) -> Unit) {
        val work = {
            drain()
            done(quietly { exchangePreferences(method, language, body) })
        }
        if (!onSender(work)) done(null)
    }

    fun close() {
        writer.shutdown()
        sender.shutdown()
    }

    // Storing.

    private fun write(work: () -> Unit) {
        try {
            writer.execute {
                quietly { storage.locked("data", work) }
                onSender(::drain)
            }
        } catch (_: RejectedExecutionException) {
            report("storage", null, "The library was closed.")
        }
    }

    private fun enqueue(entry: Members) {
        storage.append(QUEUE, Json.write(entry + ("key" to UUID.randomUUID().toString())))
        options.onWaiting.run()
        val waiting = queue()
        if (waiting.size <= MAX_QUEUED) return
        val oldest = waiting.firstOrNull { it["do"] == "track" } ?: waiting.first()
        report("storage", null, "Too much waits: the oldest entry was dropped.")
        save(waiting - oldest)
    }

    private fun queue(): List<Members> =
        storage.read(QUEUE).orEmpty().lineSequence().mapNotNull(Json::readObject).filter { "key" in it }.toList()

    private fun save(entries: List<Members>) =
        storage.write(QUEUE, entries.joinToString("") { "${Json.write(it)}\n" }.ifEmpty { null })

    private fun state(): Members = Json.readObject(storage.read(STATE)).orEmpty()

    private fun change(edit: (Members) -> Members) = storage.write(STATE, Json.write(edit(state())))

    /** Removes sent entries and changes the state. After a crash in between, sending them again does no harm. */
    private fun settle(sent: List<Members>, edit: (Members) -> Members = { it }) = storage.locked("data") {
        change(edit)
        val keys = sent.map { it["key"] }.toSet()
        if (keys.isNotEmpty()) save(queue().filter { it["key"] !in keys })
    }

    // Sending.

    /** @return false: another attempt is necessary */
    private fun drain(): Boolean =
        try {
            storage.locked("send") {
                try {
                    sendAll()
                    failures = 0
                    true
                } catch (later: Later) {
                    pause(later)
                    false
                }
            }
        } catch (problem: Exception) {
            // A full disk or a failure in the system's HTTP code may be temporary.
            quietly { pause(Later("storage", null, null, problem.message ?: problem.javaClass.name)) }
            false
        }

    /** @throws Later when something must be tried again */
    private fun sendAll() {
        var registrations = 0
        while (true) {
            val (state, queue) = storage.locked("data") { state() to queue() }
            waitIfAsked(state)
            try {
                if (!sendNext(state, queue)) return
            } catch (gone: Gone) {
                // Stop registering if the service forgets every new device.
                if (registrations++ > 0) throw Later("unavailable", gone.status, null, gone.message.orEmpty())
                register(state, queue.takeWhile { it["do"] == "update" })
            }
        }
    }

    /** Sends the first waiting entry. False: nothing waits, or nothing can be sent without a token. */
    private fun sendNext(state: Members, queue: List<Members>): Boolean {
        val kind = queue.firstOrNull()?.get("do")
        val isRegistered = state["device_id"] != null
        when {
            kind == "receipt" -> sendReceipt(queue.first())
            isRegistered && state["token"] != null && (!isRefreshed || state["token"] != state["sent_token"]) ->
                refresh(state)
            kind == "logout" -> end(state, listOf(queue.first()), OF_PERSON)
            !isRegistered && state["token"] == null -> return false
            !isRegistered -> register(state, queue.takeWhile { it["do"] == "update" })
            kind == "update" -> update(state, queue.takeWhile { it["do"] == "update" })
            kind == "track" -> sendEvents(state, batch(queue))
            isRegistered && kind == null && state["token"] == null -> end(state, emptyList(), emptySet())
            kind == null -> return false
            else -> settle(listOf(queue.first()))
        }
        return true
    }

    /** Confirms the device and its token, before anything that could be refused. */
    private fun refresh(state: Members) {
        val token = state["token"]
        val answer = ofDevice("PATCH", state, "", addressOf(token))
        if (!answer.isGood) drop(answer, emptyList())
        isRefreshed = true
        settle(emptyList()) { if (it["device_id"] == state["device_id"]) it + ("sent_token" to token) else it }
    }

    private fun register(state: Members, updates: List<Members>) {
        val profile = Json.asObject(state["profile"]).orEmpty()
        val body = merge(profile, bodyOf(updates))
        val token = state["token"] ?: return settle(emptyList()) { forget(it) }
        val answer = call("POST", "/devices", null, body + addressOf(token))
        if (answer.status == 404) throw Later("refused", 404, null, "The service does not know the application.")
        val made = Json.readObject(answer.body).orEmpty()
        if (answer.isGood && made["device_id"] is String) {
            isRefreshed = true
            val device = made.filterKeys { it == "device_id" || it == "device_secret" }
            return settle(updates) { forget(it) + device + mapOf("sent_token" to token, "profile" to withoutNull(body)) }
        }
        // A 401 from the service is about the user id. Without one, the 401 comes from a proxy.
        if (answer.isGood || (answer.status == 401 && USER_ID !in body))
            throw Later("unavailable", answer.status, answer.retryAfterMs, messageOf(answer))
        when {
            answer.status == 401 && USER_ID in profile && USER_ID !in bodyOf(updates) -> {
                // The service no longer accepts the user's hash. The waiting changes may still be valid.
                drop(answer, emptyList())
                settle(emptyList()) { it + ("profile" to profile - USER) }
            }
            updates.size > 1 -> register(state, updates.take(1))
            updates.isNotEmpty() -> drop(answer, updates)
            profile.isNotEmpty() -> {
                // Without its user, the device still gets messages to everybody.
                drop(answer, emptyList())
                settle(emptyList()) { it + ("profile" to emptyMap<String, Any?>()) }
            }
            else -> throw Later("refused", answer.status, null, messageOf(answer))
        }
    }

    private fun update(state: Members, updates: List<Members>) {
        val body = bodyOf(updates)
        val answer = ofDevice("PATCH", state, "", body)
        if (!answer.isGood) return if (updates.size > 1) update(state, updates.take(1)) else drop(answer, updates)
        settle(updates) { now -> now + ("profile" to withoutNull(merge(Json.asObject(now["profile"]).orEmpty(), body))) }
    }

    /** @param lost the facts that the next registration does not repeat */
    private fun end(state: Members, entries: List<Members>, lost: Set<String>) {
        if (state["device_id"] != null) {
            val answer = call("DELETE", "/devices/${state["device_id"]}", state["device_secret"] as? String, null)
            if (!answer.isGood && answer.status !in UNKNOWN) {
                drop(answer, entries)
                if (entries.isNotEmpty()) return
            }
        }
        settle(entries) { forget(it) + ("profile" to Json.asObject(it["profile"]).orEmpty() - lost) }
    }

    /** A refused event must not block the others: halving the batch finds it, and it is dropped. */
    private fun sendEvents(state: Members, entries: List<Members>) {
        val answer = ofDevice("POST", state, "/events", mapOf("events" to entries.map(::toEvent)))
        if (answer.isGood) return settle(entries)
        if (entries.size == 1) return drop(answer, entries)
        sendEvents(state, entries.take(entries.size / 2))
        sendEvents(state, entries.drop(entries.size / 2))
    }

    private fun batch(queue: List<Members>): List<Members> {
        var bytes = 0
        return queue.takeWhile { it["do"] == "track" }.take(MAX_EVENTS).takeWhile {
            bytes += Json.write(it).toByteArray().size
            bytes <= MAX_BODY_BYTES
        }.ifEmpty { queue.take(1) }
    }

    /** Converts the event's time to the service's clock. */
    private fun toEvent(entry: Members): Members {
        val shift = entry["shift"] as? Long ?: clockShift ?: 0
        val at = (entry["at"] as? Long ?: clock.now()) + shift
        return Json.asObject(entry["event"]).orEmpty() + ("occurred_at" to instant(at))
    }

    private fun sendReceipt(entry: Members) {
        val answer = call("POST", "/receipts", null, Json.asObject(entry["body"]).orEmpty())
        if (answer.isGood) settle(listOf(entry)) else drop(answer, listOf(entry))
    }

    private fun exchangePreferences(method: String, language: String?, body: Members?): Members? {
        val state = state()
        if (state["device_id"] == null || clock.elapsed() < quietUntil) return null
        val query = if (language == null) "" else "?language=" + java.net.URLEncoder.encode(language, "UTF-8")
        val answer = try {
            call(method, "/devices/${state["device_id"]}/preferences$query", state["device_secret"] as? String, body)
        } catch (later: Later) {
            report(later.code, later.status, later.message.orEmpty())
            return null
        }
        if (answer.isGood) return Json.readObject(answer.body)
        report("refused", answer.status, messageOf(answer))
        return null
    }

    private fun ofDevice(method: String, state: Members, path: String, body: Members): Answer {
        val answer = call(method, "/devices/${state["device_id"]}$path", state["device_secret"] as? String, body)
        if (answer.status in UNKNOWN) throw Gone(answer.status, messageOf(answer))
        return answer
    }

    /** @throws Later if there is no answer, or after a temporary failure */
    private fun call(method: String, path: String, secret: String?, body: Members?): Answer {
        val answer = try {
            options.network.send(Request(method, place + path, secret, body?.let(Json::write)))
        } catch (lost: IOException) {
            throw Later("network", null, null, "pushgraph cannot be reached: ${lost.message}")
        }
        answer.date?.let { date ->
            val shift = date - clock.now()
            clockShift = if (kotlin.math.abs(shift) < CLOCK_TOLERANCE_MS) 0 else shift
        }
        if (answer.status == 429) throw Later("rate-limited", 429, answer.retryAfterMs, messageOf(answer))
        if (answer.isGood || (answer.status in 400..499 && answer.status != 408)) return answer
        throw Later("unavailable", answer.status, answer.retryAfterMs, messageOf(answer))
    }

    private fun drop(answer: Answer, entries: List<Members>) {
        report("refused", answer.status, messageOf(answer))
        if (entries.isNotEmpty()) settle(entries)
    }

    // Waiting.

    /** The pause is stored, so other processes, and this one after a restart, observe it too. */
    private fun waitIfAsked(state: Members) {
        val asked = ((state["retry_at"] as? Long) ?: 0) - clock.now()
        val left = maxOf(quietUntil - clock.elapsed(), if (asked in 1..MAX_ASKED_MS) asked else 0)
        if (left > 0) throw Later("waiting", null, left, "")
    }

    private fun pause(later: Later) {
        val isNew = later.code != "waiting"
        if (isNew) {
            report(later.code, later.status, later.message.orEmpty())
            failures += 1
            if (later.waitMs != null) settle(emptyList()) { it + ("retry_at" to clock.now() + later.waitMs) }
        }
        val bound = minOf(options.retryMaxMs, options.retryBaseMs shl minOf(failures - 1, 20).coerceAtLeast(0))
        // Full jitter: devices that failed together must not retry together.
        val wait = later.waitMs ?: Random.nextLong(bound + 1)
        if (isNew) quietUntil = clock.elapsed() + wait
        try {
            nextTry?.cancel(false)
            nextTry = sender.schedule(::drain, wait + 1, TimeUnit.MILLISECONDS)
        } catch (_: RejectedExecutionException) {
            // Closed. The next start continues.
        }
    }

    private fun onSender(work: () -> Unit): Boolean =
        try {
            sender.execute(work)
            true
        } catch (_: RejectedExecutionException) {
            false
        }

    /** A failure here must not crash the app. */
    private fun <T> quietly(work: () -> T): T? =
        try {
            work()
        } catch (problem: Exception) {
            report("storage", null, problem.message ?: problem.javaClass.name)
            null
        }

    private fun report(code: String, status: Int?, message: String) {
        try {
            options.listener.onProblem(Problem(code, status, message))
        } catch (_: Exception) {
            // The app's own listener failed, so there is nowhere to report it.
        }
    }

    private class Gone(val status: Int, message: String) : Exception(message)

    private class Later(val code: String, val status: Int?, val waitMs: Long?, message: String) : Exception(message)

    private companion object {
        const val QUEUE = "queue"
        const val STATE = "state"
        const val MAX_QUEUED = 1_000
        const val MAX_EVENTS = 100
        const val MAX_BODY_BYTES = 60_000
        const val MAX_MARKS = 200
        const val MARK_LENGTH = 48
        const val MAX_ASKED_MS = 3_600_000L
        const val CLOCK_TOLERANCE_MS = 5_000

        const val USER_ID = "external_user_id"
        val USER = setOf(USER_ID, "identity_hash")
        val OF_PERSON = USER + setOf("audiences", "attributes")

        /** The device does not exist, was deleted, or is no longer ours. */
        val UNKNOWN = setOf(401, 404, 410)

        fun instant(at: Long): String =
            SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                .apply { timeZone = TimeZone.getTimeZone("UTC") }
                .format(Date(at))

        fun thread(name: String): ScheduledExecutorService =
            Executors.newSingleThreadScheduledExecutor { Thread(it, name).apply { isDaemon = true } }

        fun addressOf(token: Any?): Members =
            if (token is Map<*, *>) mapOf("subscription" to token) else emptyMap<String, Any?>().plusIf("token", token)

        fun forget(state: Members): Members = state - setOf("device_id", "device_secret", "sent_token")

        fun bodyOf(updates: List<Members>): Members =
            updates.fold(emptyMap()) { all, one -> merge(all, Json.asObject(one["body"]).orEmpty()) }

        /** Later members win, and attributes are merged key by key. A login without a hash removes an earlier hash. */
        fun merge(first: Members, second: Members): Members {
            val old = if (USER_ID in second) first - USER else first
            val both = Json.asObject(old["attributes"]).orEmpty() + Json.asObject(second["attributes"]).orEmpty()
            return if (both.isEmpty()) old + second else old + second + ("attributes" to both)
        }

        fun withoutNull(profile: Members): Members {
            val attributes = Json.asObject(profile["attributes"]) ?: return profile
            return profile + ("attributes" to attributes.filterValues { it != null })
        }

        fun messageOf(answer: Answer): String =
            Json.readObject(answer.body)?.get("error") as? String ?: "The service answered ${answer.status}."
    }
}

private val Answer.isGood: Boolean get() = status in 200..299

private fun Members.plusIf(name: String, value: Any?): Members = if (value == null) this else this + (name to value)
