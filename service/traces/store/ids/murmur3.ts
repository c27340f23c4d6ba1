const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));
const mixed = (block: number) => Math.imul(rotated(Math.imul(block, C1), 15), C2);

/** Where texts are encoded: a buffer for each would be most of the work. */
const SCRATCH = Buffer.allocUnsafeSlow(1024);

function encoded(text: string): { readonly bytes: Buffer; readonly length: number } {
  if (text.length * 3 > SCRATCH.length) {
    const bytes = Buffer.from(text);
    return { bytes, length: bytes.length };
  }
  return { bytes: SCRATCH, length: SCRATCH.write(text) };
}

/** Returns the MurmurHash3 of a text's UTF-8 in 32 bits, as the engine's `murmurHash3_32`. */
export function murmur3(text: string): number {
  const { bytes, length } = encoded(text);
  const whole = length - (length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash = (Math.imul(rotated(hash ^ mixed(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  }
  if (whole < length) hash ^= mixed(bytes.readUIntLE(whole, length - whole));
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
