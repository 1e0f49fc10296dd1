package io.pushgraph.reactnative

import io.pushgraph.android.ForegroundListener
import io.pushgraph.android.Message
import io.pushgraph.android.MessageListener
import io.pushgraph.android.OpenListener
import io.pushgraph.android.Opened
import io.pushgraph.android.PushgraphAndroid
import io.pushgraph.android.StartProvider
import io.pushgraph.core.Listener
import io.pushgraph.core.Preferences
import io.pushgraph.core.Problem
import org.json.JSONArray
import org.json.JSONObject

/** Listens from the start of the process, because the tap that starts the app comes before JavaScript runs. */
class ReactNativeStart : StartProvider({ Events.begin() })

/** The way of events to JavaScript. Taps and dismissals wait for their listener; other events are lost without one. */
internal object Events {
    private const val MAX_KEPT = 20
    private val WAITING_KINDS = setOf("open", "dismiss")
    private val kept = ArrayDeque<JSONObject>()
    private var kinds: Set<String> = emptySet()
    private var emit: ((String) -> Unit)? = null
    @Volatile private var isShownByApp = false

    fun begin() {
        PushgraphAndroid.onOpen(OpenListener { opened ->
            tell("open", toJson(opened))
            // The library opens the link, which React Native's `Linking` reports.
            false
        })
        PushgraphAndroid.onForeground(ForegroundListener { message ->
            tell("foreground", toJson(message))
            isShownByApp
        })
        PushgraphAndroid.onDismiss(MessageListener { tell("dismiss", toJson(it)) })
        PushgraphAndroid.onSilent(MessageListener { tell("silent", toJson(it)) })
        PushgraphAndroid.onProblem(Listener { tell("problem", toJson(it)) })
    }

    @Synchronized
    fun listen(named: Set<String>, isShownByApp: Boolean, emit: (String) -> Unit) {
        kinds = named
        this.emit = emit
        this.isShownByApp = isShownByApp
        val (heard, waiting) = kept.partition { it.getString("kind") in named }
        kept.clear()
        kept.addAll(waiting)
        for (event in heard) emit(event.toString())
    }

    /** JavaScript ends, for example at a reload. A later instance can already listen. */
    @Synchronized
    fun leave(emit: (String) -> Unit) {
        if (this.emit !== emit) return
        this.emit = null
        kinds = emptySet()
        isShownByApp = false
    }

    fun refused(failure: Exception) = tell("problem", toJson(Problem("refused", null, failure.message ?: failure.toString())))

    @Synchronized
    private fun tell(kind: String, event: JSONObject) {
        val whole = JSONObject().put("kind", kind).put("event", event)
        val emit = emit
        if (emit != null && kind in kinds) return emit(whole.toString())
        if (kind !in WAITING_KINDS) return
        if (kept.size == MAX_KEPT) kept.removeFirst()
        kept.addLast(whole)
    }
}

internal fun toJson(preferences: Preferences): String {
    val categories = preferences.categories.map {
        JSONObject()
            .put("key", it.key)
            .put("name", it.name)
            .put("description", it.description)
            .put("kind", it.kind)
            .put("isOn", it.isOn)
    }
    return JSONObject()
        .put("categories", JSONArray(categories))
        .put("allMarketing", preferences.allMarketing)
        .put("url", orNull(preferences.url))
        .toString()
}

/** Whole numbers stay whole, and null removes an attribute. */
internal fun readMembers(text: String): Map<String, Any?> = toMap(JSONObject(text))

private fun toMap(members: JSONObject): Map<String, Any?> =
    members.keys().asSequence().associateWith { toValue(members.get(it)) }

private fun toValue(value: Any?): Any? =
    when (value) {
        JSONObject.NULL -> null
        is JSONObject -> toMap(value)
        is JSONArray -> (0 until value.length()).map { toValue(value.get(it)) }
        else -> value
    }

private fun toJson(opened: Opened): JSONObject =
    JSONObject()
        .put("message", toJson(opened.message))
        .put("button", orNull(opened.button))
        .put("text", orNull(opened.text))

private fun toJson(message: Message): JSONObject =
    JSONObject()
        .put("id", orNull(message.id))
        .put("title", orNull(message.title))
        .put("text", message.text)
        .put("link", orNull(message.link))
        .put("data", JSONObject(message.data))
        .put("buttons", JSONArray(message.buttons.map {
            JSONObject()
                .put("id", it.id)
                .put("label", it.label)
                .put("link", orNull(it.link))
                .put("isDestructive", it.isDestructive)
                .put("isInput", it.isInput)
        }))

private fun toJson(problem: Problem): JSONObject =
    JSONObject()
        .put("code", problem.code)
        .put("status", orNull(problem.status))
        .put("message", problem.message)

private fun orNull(value: Any?): Any = value ?: JSONObject.NULL
