/** Longer paths have too many readings; of them, one key with dots is looked for. */
const MAX_ALL_READINGS = 4;

/** Characters that all writers of JSON write as they are. */
const PLAIN = /[\w -]/;

/** The ends of two parts of a key around its dot. */
function signOf(before: string, after: string): string {
  let [from, to] = [before.length, 0];
  while (PLAIN.test(before.charAt(from - 1))) from -= 1;
  while (PLAIN.test(after.charAt(to))) to += 1;
  return `${before.slice(from)}.${after.slice(0, to)}`;
}

/** A path whose keys contain dots. */
export interface DottedReading {
  readonly parts: readonly string[];
  /** A text that is in every JSON with such a key, in few others. */
  readonly sign: string;
}

/** Returns the parts of a path with some of them joined: bit `n` joins the parts `n` and `n + 1`. */
function joined(parts: readonly string[], joints: number): string[] {
  const keys: string[] = [];
  for (const [at, part] of parts.entries()) {
    if (at > 0 && (joints >> (at - 1)) & 1) keys.push(`${keys.pop()}.${part}`);
    else keys.push(part);
  }
  return keys;
}

/**
 * Returns the other readings of a dotted path, in which keys contain dots: `a.b` may also be the key "a.b".
 * @param parts of the path, none of which is empty
 */
export function dottedReadings(parts: readonly string[]): DottedReading[] {
  const last = parts.length - 1;
  const joints: number[] = [];
  if (parts.length <= MAX_ALL_READINGS) for (let bits = 1; bits < 1 << last; bits += 1) joints.push(bits);
  else {
    for (let from = 0; from < last; from += 1) {
      for (let to = from + 1; to <= last; to += 1) joints.push((1 << to) - (1 << from));
    }
  }
  return joints.map((bits) => {
    const first = Math.log2(bits & -bits);
    const [before = "", after = ""] = parts.slice(first, first + 2);
    return { parts: joined(parts, bits), sign: signOf(before, after) };
  });
}
