const RADIX = 36;
const MS_PER_SECOND = 1000;
const SUFFIX = /-[0-9a-z]{6}$/;

/** Returns a name that no earlier model has: the name, and the time in six characters. */
export function freshModelName(name: string, nowMs: number): string {
  return `${name.replace(SUFFIX, "")}-${Math.floor(nowMs / MS_PER_SECOND).toString(RADIX)}`;
}
