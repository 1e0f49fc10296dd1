package io.pushgraph.android

import android.os.Bundle
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** @property link null: the app decides what the button opens */
class Button(val id: String, val label: String, val link: String?, val isDestructive: Boolean, val isInput: Boolean)

/** A received message. [docs](https://github.com/pushgraph/pushgraph/blob/main/docs/android-messages.md) */
class Message private constructor(private val all: Map<String, String>) {
    /** A later message with the same id replaces this one. */
    val id: String? get() = all["message_id"]
    val title: String? get() = all["title"]
    val text: String get() = all["text"].orEmpty()
    val link: String? get() = all["link"]

    /** The `data` of the push. */
    val data: Map<String, String> get() = all - OWN

    val isSilent: Boolean get() = title == null

    val buttons: List<Button> get() = all["buttons"]?.let(::readButtons).orEmpty()

    internal val receipt: String? get() = all["receipt"]

    /** Notifications with the same tag replace each other. */
    internal val tag: String get() = id ?: receipt ?: "pushgraph"

    internal fun member(name: String): String? = all[name]

    internal fun toBundle() = Bundle().apply { for ((key, value) in all) putString(key, value) }

    internal companion object {
        private val OWN = setOf(
            "message_id", "receipt", "title", "text", "subtitle", "image", "icon", "link", "buttons", "group", "channel",
            "sound", "badge", "badge_increment", "color", "visibility", "interruption", "relevance",
        )
        private const val MAX_BUTTONS = 3

        fun ofData(data: Map<String, String>) = Message(HashMap(data))

        @Suppress("DEPRECATION")
        fun ofBundle(bundle: Bundle) =
            Message(bundle.keySet().mapNotNull { key -> (bundle.get(key) as? String)?.let { key to it } }.toMap())

        /** Null: the text is not a message. */
        fun ofWebPush(text: String): Message? =
            try {
                Message(fromWebPush(JSONObject(text)))
            } catch (_: JSONException) {
                null
            }

        private fun fromWebPush(push: JSONObject): Map<String, String> {
            val notification = push.optJSONObject("notification")
            val data = notification?.optJSONObject("data")
            val all = HashMap<String, String>()
            data?.keys()?.forEach { key -> all[key] = data.get(key).toString() }
            val names = mapOf("title" to "title", "body" to "text", "image" to "image", "icon" to "icon", "tag" to "message_id")
            for ((theirs, ours) in names) textOf(notification, theirs, push)?.let { all[ours] = it }
            textOf(push, "link", null)?.let { all["link"] = it }
            textOf(push, "receipt", data)?.let { all["receipt"] = it }
            textOf(push, "app_badge", null)?.let { all["badge"] = it }
            if (notification?.optBoolean("silent") == true) all["sound"] = "NONE"
            notification?.optJSONArray("actions")?.let { all["buttons"] = toButtons(it).toString() }
            return all
        }

        private fun textOf(first: JSONObject?, name: String, second: JSONObject?): String? =
            listOfNotNull(first, second).firstOrNull { it.has(name) && !it.isNull(name) }?.get(name)?.toString()

        private fun toButtons(actions: JSONArray) = JSONArray().apply {
            for (action in objectsIn(actions))
                put(
                    JSONObject()
                        .put("id", action.optString("action"))
                        .put("label", action.optString("title"))
                        .putOpt("link", textOf(action, "navigate", null)),
                )
        }

        private fun readButtons(text: String): List<Button> =
            try {
                objectsIn(JSONArray(text)).take(MAX_BUTTONS).map {
                    val id = it.getString("id")
                    val label = it.optString("label", id)
                    Button(id, label, textOf(it, "link", null), it.optBoolean("destructive"), it.optBoolean("input"))
                }
            } catch (_: JSONException) {
                emptyList()
            }

        private fun objectsIn(array: JSONArray) = (0 until array.length()).mapNotNull(array::optJSONObject)
    }
}
