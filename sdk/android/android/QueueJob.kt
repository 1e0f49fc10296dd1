package io.pushgraph.android

import android.app.job.JobInfo
import android.app.job.JobParameters
import android.app.job.JobScheduler
import android.app.job.JobService
import android.content.ComponentName
import android.content.Context
import java.util.concurrent.atomic.AtomicBoolean

/** Sends waiting entries once there is a network, even after the process has ended or the device has restarted. */
class QueueJob : JobService() {
    override fun onStartJob(parameters: JobParameters): Boolean {
        isScheduled.set(false)
        val library = Library.of(this) ?: return false
        library.core.flush { again ->
            isScheduled.set(again)
            jobFinished(parameters, again)
        }
        return true
    }

    /** True: the system starts the job again later. */
    override fun onStopJob(parameters: JobParameters): Boolean = true

    internal companion object {
        /** The letters `PGRH`. The app's own jobs must use other numbers. */
        const val ID = 0x50475248
        private const val DELAY_MS = 15_000L
        private const val BACKOFF_MS = 30_000L
        private val isScheduled = AtomicBoolean()

        fun schedule(context: Context) {
            if (!isScheduled.compareAndSet(false, true)) return
            try {
                val job = JobInfo.Builder(ID, ComponentName(context, QueueJob::class.java))
                    .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY)
                    // Usually the running process has already sent everything.
                    .setMinimumLatency(DELAY_MS)
                    .setBackoffCriteria(BACKOFF_MS, JobInfo.BACKOFF_POLICY_EXPONENTIAL)
                    .setPersisted(true)
                    .build()
                context.service(JobScheduler::class.java).schedule(job)
            } catch (failure: Exception) {
                isScheduled.set(false)
                Log.problem("The queue's job could not be scheduled.", failure)
            }
        }

        /** For tests: the process ends. */
        fun forget() = isScheduled.set(false)
    }
}
