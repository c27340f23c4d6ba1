/** Returns the seconds from one time of a record to another; null unless both are known. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
}
