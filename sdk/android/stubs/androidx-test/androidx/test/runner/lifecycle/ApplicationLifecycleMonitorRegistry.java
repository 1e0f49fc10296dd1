package androidx.test.runner.lifecycle;

public final class ApplicationLifecycleMonitorRegistry {
    private ApplicationLifecycleMonitorRegistry() {}

    public static void registerInstance(ApplicationLifecycleMonitor monitor) {}
}
