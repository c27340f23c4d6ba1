import { CommandLineError } from "./import-target";

/** Reads a time of a command line; null when it is not given. @throws CommandLineError */
export function readTime(text: string | undefined, option: string): string | null {
  if (text === undefined) return null;
  const ms = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new CommandLineError(`${option} ${text} is not a time like 2026-11-20T10:00:00Z.`);
  return new Date(ms).toISOString();
}
