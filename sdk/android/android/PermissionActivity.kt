package io.pushgraph.android

import android.app.Activity
import android.content.Intent
import android.os.Build
import android.os.Bundle

/** Asks for the permission, so that the app does not need `onRequestPermissionsResult`. */
class PermissionActivity : Activity() {
    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        if (Build.VERSION.SDK_INT < PushgraphAndroid.TIRAMISU) return finish()
        if (saved == null) requestPermissions(arrayOf(POST), 1)
    }

    override fun onRequestPermissionsResult(code: Int, permissions: Array<String>, results: IntArray) {
        finish()
        // An empty answer means that the prompt was interrupted.
        if (results.isNotEmpty()) Library.of(this)?.ledger?.isNew("asked", "true")
        val listener = waiting
        waiting = null
        Listeners.quietly { listener?.onPermission(PushgraphAndroid.permission(this)) }
    }

    internal companion object {
        const val POST = "android.permission.POST_NOTIFICATIONS"

        private var waiting: PermissionListener? = null

        fun ask(activity: Activity, listener: PermissionListener?) {
            waiting = listener
            activity.startActivity(Intent(activity, PermissionActivity::class.java))
        }
    }
}
