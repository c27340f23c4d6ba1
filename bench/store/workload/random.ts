/** Maps each whole number below 2^32 to another one, no two to the same, without any visible order. */
export function scramble(number: number): number {
  let value = number ^ (number >>> 16);
  value = Math.imul(value, 0x21f0aaad);
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
  return (value ^ (value >>> 15)) >>> 0;
}

/** A whole number below 2^32 that looks random and depends only on its arguments. */
export function hash(a: number, b: number, c = 0): number {
  return scramble(a ^ scramble(b ^ scramble(c + 0x9e3779b9)));
}

/** A number from 0 (included) to 1 (excluded) that depends only on its arguments. */
export function fraction(a: number, b: number, c = 0): number {
  return hash(a, b, c) / 2 ** 32;
}
