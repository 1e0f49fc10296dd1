package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;
import java.util.concurrent.atomic.AtomicReference;

public final class InstrumentationRegistry {
    private static final AtomicReference<Instrumentation> INSTRUMENTATION = new AtomicReference<>();
    private static final AtomicReference<Bundle> ARGUMENTS = new AtomicReference<>();

    private InstrumentationRegistry() {}

    public static Instrumentation getInstrumentation() {
        return INSTRUMENTATION.get();
    }

    public static Bundle getArguments() {
        return ARGUMENTS.get();
    }

    public static void registerInstance(Instrumentation instrumentation, Bundle arguments) {
        INSTRUMENTATION.set(instrumentation);
        ARGUMENTS.set(new Bundle(arguments));
    }
}
