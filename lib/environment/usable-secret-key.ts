/** Keys from published examples, which anyone could know. */
const KNOWN_SAMPLE_KEYS: ReadonlySet<string> = new Set(
  ["changeme", "secret", "0123456789abcdef0123456789abcdef", "12345678901234567890123456789012"].map((text) =>
    Buffer.from(text.padEnd(32, "\0")).toString("base64"),
  ),
);

const SECRET_KEY_BYTES = 32;

/** Returns whether a text is a usable secret key: 32 bytes in base64, not all alike and not from an example. */
export function isUsableSecretKey(text: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return false;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== SECRET_KEY_BYTES) return false;
  return new Set(bytes).size >= 8 && !KNOWN_SAMPLE_KEYS.has(bytes.toString("base64"));
}
