package io.pushgraph.android

import android.content.ContentProvider
import android.content.ContentValues
import android.content.Context
import android.database.Cursor
import android.net.Uri
import android.util.Log

/** Android creates providers before `Application.onCreate`; this one holds no data. */
abstract class StartProvider(private val begin: (Context) -> Unit) : ContentProvider() {
    final override fun onCreate(): Boolean {
        try {
            context?.let(begin)
        } catch (failure: Exception) {
            Log.w("Pushgraph", "The library could not start.", failure)
        }
        return true
    }

    final override fun query(uri: Uri, fields: Array<String>?, where: String?, values: Array<String>?, order: String?): Cursor? =
        null

    final override fun getType(uri: Uri): String? = null

    final override fun insert(uri: Uri, values: ContentValues?): Uri? = null

    final override fun delete(uri: Uri, where: String?, values: Array<String>?): Int = 0

    final override fun update(uri: Uri, values: ContentValues?, where: String?, arguments: Array<String>?): Int = 0
}

/** Starts the library with the process. */
class AndroidStart : StartProvider({ Library.fromManifest(it) })
