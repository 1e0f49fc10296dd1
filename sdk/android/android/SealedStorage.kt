package io.pushgraph.android

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.util.Base64
import io.pushgraph.core.Storage
import java.security.GeneralSecurityException
import java.security.KeyStore
import java.security.SecureRandom
import javax.crypto.Cipher
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec
import javax.crypto.spec.SecretKeySpec

/** Encrypts the storage key with a key that never leaves the device. */
internal interface Wrap {
    fun wrap(key: ByteArray): ByteArray

    fun unwrap(wrapped: ByteArray): ByteArray
}

/** A key of the Android Keystore. */
internal class KeystoreWrap : Wrap {
    override fun wrap(key: ByteArray): ByteArray = Aes.seal(stored() ?: generate(), key, ALIAS.toByteArray())

    override fun unwrap(wrapped: ByteArray): ByteArray {
        val key = stored() ?: throw GeneralSecurityException("The Keystore has lost the key.")
        return Aes.open(key, wrapped, ALIAS.toByteArray())
    }

    private fun stored(): SecretKey? =
        KeyStore.getInstance(PROVIDER).apply { load(null) }.getKey(ALIAS, null) as? SecretKey

    private fun generate(): SecretKey {
        val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
        val spec = KeyGenParameterSpec.Builder(ALIAS, purposes)
            .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
            .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
            .build()
        return KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, PROVIDER).apply { init(spec) }.generateKey()
    }

    private companion object {
        const val PROVIDER = "AndroidKeyStore"
        const val ALIAS = "io.pushgraph.storage"
    }
}

/** AES-GCM, with the nonce before the ciphertext. */
internal object Aes {
    private const val MODE = "AES/GCM/NoPadding"
    private const val NONCE_BYTES = 12
    private const val TAG_BITS = 128

    fun seal(key: SecretKey, text: ByteArray, place: ByteArray): ByteArray {
        val cipher = Cipher.getInstance(MODE)
        // The Keystore chooses the nonce itself and does not accept one.
        cipher.init(Cipher.ENCRYPT_MODE, key)
        cipher.updateAAD(place)
        return cipher.iv + cipher.doFinal(text)
    }

    fun open(key: SecretKey, sealed: ByteArray, place: ByteArray): ByteArray {
        if (sealed.size < NONCE_BYTES) throw GeneralSecurityException("The text is too short.")
        val cipher = Cipher.getInstance(MODE)
        cipher.init(Cipher.DECRYPT_MODE, key, GCMParameterSpec(TAG_BITS, sealed, 0, NONCE_BYTES))
        cipher.updateAAD(place)
        return cipher.doFinal(sealed, NONCE_BYTES, sealed.size - NONCE_BYTES)
    }
}

/**
 * Encrypts each line. The Keystore is slow, so it only protects the key of the lines and is used once per process.
 * Unreadable lines count as missing: the device then registers again.
 */
internal class SealedStorage(private val files: Storage, private val wrap: Wrap) : Storage {
    private var key: SecretKey? = null

    override fun read(name: String): String? =
        files.read(name)?.lineSequence()?.mapNotNull { open(name, it) }?.joinToString("\n")

    override fun write(name: String, text: String?) =
        files.write(name, text?.lineSequence()?.filter { it.isNotEmpty() }?.joinToString("") { "${seal(name, it)}\n" })

    override fun append(name: String, line: String) = files.append(name, seal(name, line))

    override fun <T> locked(name: String, work: () -> T): T = files.locked(name, work)

    private fun seal(name: String, line: String): String =
        Base64.encodeToString(Aes.seal(key(), line.toByteArray(), name.toByteArray()), Base64.NO_WRAP)

    private fun open(name: String, line: String): String? =
        try {
            if (line.isEmpty()) null else Aes.open(key(), decode(line), name.toByteArray()).toString(Charsets.UTF_8)
        } catch (_: GeneralSecurityException) {
            null
        } catch (_: IllegalArgumentException) {
            null
        }

    @Synchronized
    private fun key(): SecretKey =
        key ?: files.locked(FILE) { stored() ?: create() }.also { key = it }

    private fun stored(): SecretKey? {
        val text = files.read(FILE) ?: return null
        repeat(TRIES) { attempt ->
            try {
                val bytes = decode(text.substring(1).trim())
                return toKey(if (text[0] == PLAIN) bytes else wrap.unwrap(bytes))
            } catch (failure: Exception) {
                Log.problem("The Keystore could not decrypt the key of the storage.", failure)
                // The Keystore of some devices fails while the system is busy.
                Thread.sleep(PAUSE_MS * attempt)
            }
        }
        return null
    }

    private fun create(): SecretKey {
        val bytes = ByteArray(KEY_BYTES).also(SecureRandom()::nextBytes)
        val text = try {
            WRAPPED + Base64.encodeToString(wrap.wrap(bytes), Base64.NO_WRAP)
        } catch (failure: Exception) {
            // The Keystore of this device does not work. Only the app itself can read the file.
            Log.problem("The Keystore could not encrypt the key of the storage.", failure)
            PLAIN + Base64.encodeToString(bytes, Base64.NO_WRAP)
        }
        files.write(FILE, text)
        return toKey(bytes)
    }

    private fun toKey(bytes: ByteArray): SecretKey = SecretKeySpec(bytes, "AES")

    private fun decode(text: String): ByteArray = Base64.decode(text, Base64.NO_WRAP)

    private companion object {
        const val FILE = "key"
        const val WRAPPED = 'k'
        const val PLAIN = 'p'
        const val KEY_BYTES = 32
        const val TRIES = 3
        const val PAUSE_MS = 100L
    }
}
