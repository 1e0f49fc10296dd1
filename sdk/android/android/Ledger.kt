package io.pushgraph.android

import io.pushgraph.core.Storage
import org.json.JSONException
import org.json.JSONObject

/** Facts that the adapter remembers across processes. */
internal class Ledger(private val storage: Storage) {
    fun get(name: String): String? = read().optString(name, "").ifEmpty { null }

    /** Stores the value. @return false if it was stored before */
    fun isNew(name: String, value: String): Boolean = change { all ->
        (all.optString(name, "") != value).also { all.put(name, value) }
    }

    fun hasReceived(receipt: String): Boolean = markOf(receipt) in received(read())

    fun addReceived(receipt: String) = change { all ->
        all.put(RECEIVED, (received(all) + markOf(receipt)).takeLast(MAX_RECEIVED).joinToString(" "))
    }

    /** @return the new number */
    fun changeBadge(edit: (Int) -> Int): Int = change { all ->
        maxOf(0, edit(all.optInt(BADGE))).also { all.put(BADGE, it) }
    }

    private fun received(all: JSONObject): List<String> = all.optString(RECEIVED, "").split(' ').filter { it.isNotEmpty() }

    /** A receipt ends with its signature. */
    private fun markOf(receipt: String): String = receipt.takeLast(MARK_LENGTH).replace(' ', '_')

    private fun <T> change(edit: (JSONObject) -> T): T = storage.locked(FILE) {
        val all = read()
        val before = all.toString()
        edit(all).also { if (all.toString() != before) storage.write(FILE, all.toString()) }
    }

    private fun read(): JSONObject =
        try {
            JSONObject(storage.read(FILE).orEmpty().ifEmpty { "{}" })
        } catch (_: JSONException) {
            JSONObject()
        }

    private companion object {
        const val FILE = "ledger"
        const val RECEIVED = "received"
        const val BADGE = "badge"
        const val MARK_LENGTH = 48
        const val MAX_RECEIVED = 200
    }
}
