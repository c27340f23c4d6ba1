/** A whole number below 2^32 that looks random and depends only on its arguments. */
export function hash(a: number, b: number, c = 0): number {
  let value = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(c, 0x27d4eb2f);
  value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
  return (value ^ (value >>> 15)) >>> 0;
}

/** A number from 0 (included) to 1 (excluded) that depends only on its arguments. */
export function fraction(a: number, b: number, c = 0): number {
  return hash(a, b, c) / 2 ** 32;
}
