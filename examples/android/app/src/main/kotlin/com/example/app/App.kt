package com.example.app

import android.app.Application
import android.util.Log
import io.pushgraph.android.PushgraphAndroid

class App : Application() {
    override fun onCreate() {
        super.onCreate()
        // False: the library opens the link of the message, or this app.
        PushgraphAndroid.onOpen { opened -> Log.i("Sample", "opened ${opened.message.id}").let { false } }
    }
}
