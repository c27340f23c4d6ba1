import siphash from "siphash";

const KEY = [0, 0, 0, 0] as const;

function hashOf(value: string | Uint8Array): bigint {
  const { h: upper, l: lower } = siphash.hash(KEY, value);
  return (BigInt(upper) << 32n) | BigInt(lower);
}

/**
 * The engine's `sipHash64`: SipHash-2-4 with a key of zeros (Aumasson and Bernstein, 2012) of a text in UTF-8 or of the bytes
 * of a number. Of several values, it hashes the hash so far with that of the next.
 */
export function sipHash64(first: string, ...more: readonly Uint8Array[]): bigint {
  return more.reduce((known, value) => {
    const both = Buffer.alloc(16);
    both.writeBigUInt64LE(known, 0);
    both.writeBigUInt64LE(hashOf(value), 8);
    return hashOf(both);
  }, hashOf(first));
}
