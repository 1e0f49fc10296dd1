package io.pushgraph.core

/** JSON as maps, lists, texts, numbers, booleans and null: `org.json` exists on Android only. */
internal object Json {
    fun write(value: Any?): String = StringBuilder().also { append(it, value) }.toString()

    /** @throws IllegalArgumentException if the text is not JSON */
    fun read(text: String): Any? {
        val reader = Reader(text)
        val value = reader.value(0)
        reader.end()
        return value
    }

    /** The object, or null if the text is anything else. */
    fun readObject(text: String?): Map<String, Any?>? =
        try {
            text?.let { asObject(read(it)) }
        } catch (_: IllegalArgumentException) {
            null
        }

    @Suppress("UNCHECKED_CAST")
    fun asObject(value: Any?): Map<String, Any?>? = value as? Map<String, Any?>

    private fun append(out: StringBuilder, value: Any?) {
        when (value) {
            null, is Boolean, is Int, is Long -> out.append(value)
            is Number -> appendNumber(out, value.toDouble())
            is Map<*, *> -> {
                out.append('{')
                var first = true
                for ((key, member) in value) {
                    if (!first) out.append(',')
                    first = false
                    quote(out, key.toString())
                    out.append(':')
                    append(out, member)
                }
                out.append('}')
            }
            is Iterable<*> -> {
                out.append('[')
                value.forEachIndexed { index, member ->
                    if (index > 0) out.append(',')
                    append(out, member)
                }
                out.append(']')
            }
            else -> quote(out, value.toString())
        }
    }

    private fun appendNumber(out: StringBuilder, number: Double) {
        require(!number.isNaN() && !number.isInfinite()) { "JSON has no $number." }
        out.append(number)
    }

    private fun quote(out: StringBuilder, text: String) {
        out.append('"')
        for (char in text) {
            when {
                char == '"' || char == '\\' -> out.append('\\').append(char)
                char < ' ' || char.isSurrogate() || char == '\u2028' || char == '\u2029' ->
                    out.append("\\u").append(char.code.toString(16).padStart(4, '0'))
                else -> out.append(char)
            }
        }
        out.append('"')
    }

    private class Reader(private val text: String) {
        private var at = 0

        fun value(depth: Int): Any? {
            require(depth < MAX_DEPTH) { "The JSON is nested too deeply." }
            return when (val char = peek()) {
                '{' -> readMembers(depth)
                '[' -> readItems(depth)
                '"' -> string()
                't' -> word("true", true)
                'f' -> word("false", false)
                'n' -> word("null", null)
                else -> if (char == '-' || char in '0'..'9') number() else fail()
            }
        }

        fun end() {
            skipSpace()
            if (at < text.length) fail()
        }

        private fun readMembers(depth: Int): Map<String, Any?> {
            val members = LinkedHashMap<String, Any?>()
            at += 1
            if (peek() == '}') return members.also { at += 1 }
            while (true) {
                if (peek() != '"') fail()
                val key = string()
                expect(':')
                members[key] = value(depth + 1)
                if (!more('}')) return members
            }
        }

        private fun readItems(depth: Int): List<Any?> {
            val items = ArrayList<Any?>()
            at += 1
            if (peek() == ']') return items.also { at += 1 }
            while (true) {
                items.add(value(depth + 1))
                if (!more(']')) return items
            }
        }

        private fun more(close: Char): Boolean {
            val char = peek()
            if (char != ',' && char != close) fail()
            at += 1
            return char == ','
        }

        private fun string(): String {
            val out = StringBuilder()
            at += 1
            while (true) {
                val char = next()
                when {
                    char == '"' -> return out.toString()
                    char == '\\' -> out.append(escaped())
                    char < ' ' -> fail()
                    else -> out.append(char)
                }
            }
        }

        private fun escaped(): Char =
            when (val char = next()) {
                '"', '\\', '/' -> char
                'b' -> '\b'
                'f' -> '\u000c'
                'n' -> '\n'
                'r' -> '\r'
                't' -> '\t'
                'u' -> {
                    if (at + 4 > text.length) fail()
                    val code = text.substring(at, at + 4).toIntOrNull(16) ?: fail()
                    at += 4
                    code.toChar()
                }
                else -> fail()
            }

        private fun number(): Number {
            val start = at
            while (at < text.length && text[at] in "+-.eE0123456789") at += 1
            val digits = text.substring(start, at)
            return digits.toLongOrNull() ?: digits.toDoubleOrNull() ?: fail()
        }

        private fun word(word: String, value: Any?): Any? {
            if (!text.startsWith(word, at)) fail()
            at += word.length
            return value
        }

        private fun expect(char: Char) {
            if (peek() != char) fail()
            at += 1
        }

        private fun peek(): Char {
            skipSpace()
            return if (at < text.length) text[at] else fail()
        }

        private fun next(): Char = if (at < text.length) text[at++] else fail()

        private fun skipSpace() {
            while (at < text.length && text[at] in " \t\r\n") at += 1
        }

        private fun fail(): Nothing = throw IllegalArgumentException("No JSON at character $at.")
    }

    private const val MAX_DEPTH = 64
}
