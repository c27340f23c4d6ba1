const MASK = 0xffff_ffff_ffff_ffffn;

const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK;

type State = [v0: bigint, v1: bigint, v2: bigint, v3: bigint];

function mix([v0, v1, v2, v3]: State): State {
  const a = (v0 + v1) & MASK;
  const b = rotate(v1, 13n) ^ a;
  const c = (v2 + v3) & MASK;
  const d = rotate(v3, 16n) ^ c;
  const e = (rotate(a, 32n) + d) & MASK;
  const f = rotate(d, 21n) ^ e;
  const g = (c + b) & MASK;
  const h = rotate(b, 17n) ^ g;
  return [e, h, rotate(g, 32n), f];
}

/**
 * The engine's `sipHash64` of a text: SipHash-2-4 with a key of zeros (Aumasson and Bernstein, 2012), over its UTF-8.
 * About 30 µs: for what is kept.
 */
export function sipHash64(text: string): bigint {
  const bytes = Buffer.from(text);
  const blocks = Buffer.alloc((Math.floor(bytes.length / 8) + 1) * 8);
  bytes.copy(blocks);
  blocks[blocks.length - 1] = bytes.length & 0xff;
  let state: State = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n];
  for (let at = 0; at < blocks.length; at += 8) {
    const block = blocks.readBigUInt64LE(at);
    state[3] ^= block;
    state = mix(mix(state));
    state[0] ^= block;
  }
  state[2] ^= 0xffn;
  for (let round = 0; round < 4; round += 1) state = mix(state);
  return state[0] ^ state[1] ^ state[2] ^ state[3];
}
