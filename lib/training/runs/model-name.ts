const RADIX = 36;
const MS_PER_SECOND = 1000;
/** The time, which mostly has a digit; a word of six letters is part of the name. */
const SUFFIX = /-(?=[a-z]*\d)[0-9a-z]{6}$/;

const MAX_STEM_LENGTH = 100;

const timeOf = (nowMs: number) => Math.floor(nowMs / MS_PER_SECOND).toString(RADIX);

/** Returns a name for a model that begins with a checkpoint of another: its name, the step, and the time. */
export function forkModelName(name: string, step: number, nowMs: number): string {
  return `${name.replace(SUFFIX, "").slice(0, MAX_STEM_LENGTH)}-step${step}-${timeOf(nowMs)}`;
}

/** Returns a name that no earlier model has: the name, and the time in six characters. */
export function freshModelName(name: string, nowMs: number): string {
  return `${name.replace(SUFFIX, "")}-${timeOf(nowMs)}`;
}
