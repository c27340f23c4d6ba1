import { timeOfWallClock, wallClock } from "./time-zone";

/** A time as a field of the kind `datetime-local` shows it, by the second: in the chosen zone, without its name. */
export const fieldTime = (timeMs: number | null): string =>
  timeMs === null ? "" : wallClock(timeMs).toISOString().slice(0, 19);

/** The time that such a field shows, in milliseconds since 1970; null for an empty one. */
export const timeOfField = (text: string): number | null =>
  text === "" ? null : timeOfWallClock(Date.parse(`${text}Z`));
