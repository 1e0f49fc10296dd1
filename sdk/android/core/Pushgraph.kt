package io.pushgraph.core

import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine

/**
 * @property serviceId the application's `service_id`
 * @property baseUrl the address of pushgraph, such as `https://push.example.com`
 * @property storage keeps the device, its secret and the entries that wait
 * @property retryBaseMs upper bound of the first pause after a failure; it doubles with each further failure
 * @property retryMaxMs upper bound of all pauses that the service did not ask for
 * @property onWaiting called on a thread of the library each time an entry to send is stored
 */
class Options @JvmOverloads constructor(
    val serviceId: String,
    val baseUrl: String,
    val storage: Storage,
    val clock: Clock = SystemClock,
    val network: Network = HttpNetwork(),
    val listener: Listener = Listener { },
    val retryBaseMs: Long = 1_000,
    val retryMaxMs: Long = 300_000,
    val onWaiting: Runnable = Runnable { },
)

/** Called on a thread of the library with each failure. The app need not act on it. */
fun interface Listener {
    fun onProblem(problem: Problem)
}

/**
 * @property code the library tries again after `network`, `rate-limited` and `unavailable`. It drops a `refused` entry,
 *   and cannot keep one after `storage`.
 * @property status the HTTP status, or null if there was no answer
 */
class Problem(val code: String, val status: Int?, val message: String)

/** What happened to a message. */
enum class ReceiptKind { DELIVERED, CLICKED, DISMISSED }

/**
 * @property kind `marketing`, `service` or `transactional`; the last cannot be turned off
 * @property androidChannel the notification channel of its messages, or null
 */
class PreferenceCategory(
    val key: String,
    val name: String,
    val description: String,
    val kind: String,
    val isOn: Boolean,
    val androidChannel: String?,
)

/**
 * @property allMarketing false: nothing of kind `marketing` is sent, whatever the categories say
 * @property url the hosted page for the same choices, or null
 */
class Preferences(val categories: List<PreferenceCategory>, val allMarketing: Boolean, val url: String?)

/** Receives the answer to a question about preferences, on a thread of the library. */
fun interface PreferencesListener {
    /** @param preferences null: they could not be read or changed */
    fun onPreferences(preferences: Preferences?)
}

/**
 * A device that receives pushes. Create one per process. Every method returns at once and never throws: each call is
 * stored, sent in order, and tried again after a failure or a restart. [Listener] gets the problems.
 */
class Pushgraph(private val options: Options) {
    private val worker = Worker(options)

    /** The device's id at the service, or null before the first registration. Reads the storage. */
    val deviceId: String? get() = worker.deviceId

    /** The number of changes, events and receipts that wait to be sent. Reads the storage. */
    val pending: Int get() = worker.pending

    internal val isSettled: Boolean get() = worker.isSettled

    internal fun awaitStored() = worker.awaitStored()

    /** Refreshes the device and sends waiting entries. Call it at every start. */
    fun start() = worker.wake()

    /** Sets the token. Call it at every start and whenever the token changes. The first one registers the device. */
    fun setToken(token: String) = worker.setAddress(token)

    /** Like [setToken], for a Web Push subscription such as that of UnifiedPush. The keys are base64url. */
    fun setSubscription(endpoint: String, p256dh: String, auth: String) =
        worker.setAddress(mapOf("endpoint" to endpoint, "keys" to mapOf("p256dh" to p256dh, "auth" to auth)))

    /** Ends the device because its token is gone. The next token registers it again, with its user, tags and attributes. */
    fun removeToken() = worker.removeAddress()

    /**
     * Assigns the device to this user.
     * @param externalUserId your own id of the user, 1 to 255 characters
     * @param identityHash from your server, if the application requires identity verification
     */
    @JvmOverloads
    fun login(externalUserId: String, identityHash: String? = null) =
        update(mapOf("external_user_id" to externalUserId) + optional("identity_hash", identityHash))

    /** Deletes the device and registers a new one with the same token, without user, tags or attributes. */
    fun logout() = worker.add(mapOf("do" to "logout"))

    /** Replaces all tags. With identity verification, only your server can set them. */
    fun setTags(tags: Collection<String>) = update(mapOf("audiences" to tags.toList()))

    /** Changes your own attributes: texts, numbers, booleans, lists of texts. Null removes a key; other keys stay. */
    fun setAttributes(attributes: Map<String, Any?>) = update(mapOf("attributes" to attributes))

    /** Changes facts about the device: `language`, `country`, `timezone`, `platform`, `app_version`. */
    fun update(facts: Map<String, Any?>) = worker.add(mapOf("do" to "update", "body" to facts))

    /**
     * Reports an event. Up to 1,000 entries wait; then the oldest event is dropped.
     * @param id reports with the same id count once; random by default
     * @param data texts, numbers and booleans, at most 2,048 bytes as JSON
     */
    @JvmOverloads
    fun track(code: String, id: String? = null, data: Map<String, Any?>? = null) = worker.track(code, id, data)

    /**
     * Reports what happened to a message; a repeated report is sent once.
     * @param receipt the `receipt` that came with the message
     * @param button the id of the clicked button, only with [ReceiptKind.CLICKED]
     */
    @JvmOverloads
    fun receipt(receipt: String, kind: ReceiptKind, button: String? = null) =
        worker.receipt(mapOf("receipt" to receipt, "kind" to kind.name.lowercase()) + optional("button", button))

    /** The user's choices, or null if they cannot be read now. @param language of the texts, BCP 47 */
    suspend fun preferences(language: String? = null): Preferences? = exchange("GET", language, null)

    /**
     * Changes the named choices and keeps the others.
     * @return the new preferences, or null if they could not be changed; the library does not try again
     */
    suspend fun setPreferences(
        choices: Map<String, Boolean>,
        allMarketing: Boolean? = null,
        language: String? = null,
    ): Preferences? = exchange("PUT", language, toBody(choices, allMarketing))

    /** [preferences] for callers in Java. */
    fun preferences(language: String?, listener: PreferencesListener) = ask("GET", language, null, listener)

    /** [setPreferences] for callers in Java. */
    fun setPreferences(choices: Map<String, Boolean>, allMarketing: Boolean?, listener: PreferencesListener) =
        ask("PUT", null, toBody(choices, allMarketing), listener)

    /** Tries at once, unless the service asked to wait. Call it when the network is back. */
    fun online() = flush { }

    /**
     * Like [online], and reports the end of the attempt.
     * @param done called on a thread of the library with whether another attempt is necessary
     */
    fun flush(done: (Boolean) -> Unit) = worker.flush(done)

    /** Ends the threads. Waiting entries are sent after the [start] of another instance. */
    fun close() = worker.close()

    private suspend fun exchange(method: String, language: String?, body: Map<String, Any?>?): Preferences? =
        suspendCoroutine { caller -> ask(method, language, body) { caller.resume(it) } }

    private fun ask(method: String, language: String?, body: Map<String, Any?>?, listener: PreferencesListener) =
        worker.preferences(method, language, body) { listener.onPreferences(it?.let(::toPreferences)) }
}

private fun toBody(choices: Map<String, Boolean>, allMarketing: Boolean?): Map<String, Any?> =
    mapOf("choices" to choices.mapValues { toChoice(it.value) }) +
        optional("all_marketing", allMarketing?.let(::toChoice))

private fun optional(name: String, value: Any?): Map<String, Any?> = if (value == null) emptyMap() else mapOf(name to value)

private fun toChoice(isOn: Boolean) = if (isOn) "on" else "off"

private fun toPreferences(answer: Map<String, Any?>): Preferences {
    val items = (answer["preferences"] as? List<*>).orEmpty().mapNotNull(Json::asObject)
    val categories = items.map {
        val text = { name: String -> it[name] as? String ?: "" }
        val isOn = text("choice") == "on"
        val channel = it["android_channel"] as? String
        PreferenceCategory(text("key"), text("name"), text("description"), text("kind"), isOn, channel)
    }
    return Preferences(categories, answer["all_marketing"] == "on", answer["preferences_url"] as? String)
}
