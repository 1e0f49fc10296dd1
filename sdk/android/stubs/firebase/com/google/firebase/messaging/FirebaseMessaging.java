package com.google.firebase.messaging;

import com.google.android.gms.tasks.OnCompleteListener;
import com.google.android.gms.tasks.Task;

/** A test chooses the answer; without one it fails like an app without a Firebase project. */
public class FirebaseMessaging {
    public static String token;
    public static Exception failure;

    public static FirebaseMessaging getInstance() {
        if (token == null && failure == null) throw new IllegalStateException("Default FirebaseApp is not initialized.");
        return new FirebaseMessaging();
    }

    public Task<String> getToken() {
        return new Task<String>() {
            @Override
            public boolean isSuccessful() {
                return failure == null;
            }

            @Override
            public String getResult() {
                return token;
            }

            @Override
            public Exception getException() {
                return failure;
            }

            @Override
            public Task<String> addOnCompleteListener(OnCompleteListener<String> listener) {
                listener.onComplete(this);
                return this;
            }
        };
    }
}
