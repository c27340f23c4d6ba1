const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A point in time from a text, to the microsecond. */
export interface IsoTime {
  /** Whole seconds since 1970, in milliseconds. */
  readonly secondMs: number;
  /** 0 to 999,999; further digits are dropped. */
  readonly micros: number;
}

/**
 * Reads an ISO 8601 date-time, or a date; without zone it is UTC. Null for anything else, including days that do not
 * exist and texts that `Date.parse` would guess at, such as "call 5".
 */
export function readIsoTime(text: string): IsoTime | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day = "", minute = "00:00", second = "00", fraction = "", zone = "Z"] = match;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The 30th of February would become the 2nd of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null;
  const secondMs = Date.parse(`${day}T${minute}:${second}${zoneText(zone)}`);
  return Number.isNaN(secondMs) ? null : { secondMs, micros: Number(fraction.slice(0, 6).padEnd(6, "0")) };
}

function zoneText(zone: string): string {
  if (zone.toUpperCase() === "Z") return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
