package com.example.app

import android.app.Activity
import android.os.Bundle
import android.view.View
import android.widget.Button
import android.widget.LinearLayout
import io.pushgraph.android.PushgraphAndroid

class MainActivity : Activity() {
    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        val push = PushgraphAndroid.get(this)
        val screen = LinearLayout(this).apply { orientation = LinearLayout.VERTICAL }
        screen.addView(button("Allow notifications") { PushgraphAndroid.requestPermission(this) })
        screen.addView(button("Sign in") { push.login("user-17") })
        screen.addView(button("Sign out") { push.logout() })
        screen.addView(button("Order") { push.track("order", data = mapOf("total" to 42)) })
        setContentView(screen)
    }

    private fun button(label: String, onClick: () -> Unit): View =
        Button(this).apply {
            text = label
            setOnClickListener { onClick() }
        }
}
