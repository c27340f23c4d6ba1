import { readIsoTime } from "@/lib/api/contract/scalars/iso-time";

/**
 * Times as the engine stores them: UTC text with microseconds, `2025-01-02 03:04:05.123456`. JavaScript's Date has only
 * milliseconds, so the text is never converted to a Date and back.
 */
export type EngineTime = string;

/** The key of parts whose start has not arrived: before every time that `toEngineTime` returns. */
export const PARKED_AT: EngineTime = "1900-01-01 00:00:00.000000";

/** The range of DateTime64, less a day at each end; in microseconds since 1970. */
const EARLIEST_MICROS = BigInt(Date.UTC(1900, 0, 2)) * 1000n;
const LATEST_MICROS = BigInt(Date.UTC(2299, 11, 30)) * 1000n;

/**
 * Converts a time as clients send it (ISO 8601, UTC when it has no zone; or seconds since 1970, above 2e10
 * milliseconds) to the engine's form. Null when it is not a time, or is outside the years 1900 to 2299.
 */
export function toEngineTime(time: string | number): EngineTime | null {
  if (typeof time === "number") return inRange(microsOfEpoch(time));
  const isUsual = time.length === USUAL_LENGTH && USUAL_END.test(time);
  if (isUsual && time.startsWith(lastMinute)) return `${lastEngineMinute}${time.slice(MINUTE_LENGTH, -1)}`;
  const engineTime = inRange(microsOfText(time));
  // The years at the ends of the range are not remembered: they end within a minute.
  if (isUsual && engineTime !== null && time > "1901" && time < "2299") {
    lastMinute = time.slice(0, MINUTE_LENGTH);
    lastEngineMinute = engineTime.slice(0, MINUTE_LENGTH);
  }
  return engineTime;
}

/** Clients write times with microseconds in UTC, many in one minute: only its first time is parsed. */
const USUAL_LENGTH = "2025-01-02T03:04:05.123456Z".length;
const MINUTE_LENGTH = "2025-01-02T03:04:".length;
const USUAL_END = /:[0-5]\d\.\d{6}Z$/;
let lastMinute = "none";
let lastEngineMinute = "";

function inRange(micros: bigint | null): EngineTime | null {
  return micros === null || micros < EARLIEST_MICROS || micros > LATEST_MICROS ? null : engineTimeOfMicros(micros);
}

function microsOfEpoch(time: number): bigint | null {
  if (!Number.isFinite(time)) return null;
  const seconds = Math.abs(time) > 2e10 ? time / 1000 : time;
  return Math.abs(seconds) > 2e10 ? null : BigInt(Math.round(seconds * 1e6));
}

function microsOfText(text: string): bigint | null {
  const time = readIsoTime(text);
  return time && BigInt(time.secondMs) * 1000n + BigInt(time.micros);
}

/** @param micros since 1970 */
export function engineTimeOf(micros: number): EngineTime {
  return engineTimeOfMicros(BigInt(micros));
}

function engineTimeOfMicros(micros: bigint): EngineTime {
  const wholeMs = (micros - (((micros % 1000n) + 1000n) % 1000n)) / 1000n;
  const rest = micros - wholeMs * 1000n;
  return `${new Date(Number(wholeMs)).toISOString().slice(0, 23).replace("T", " ")}${String(rest).padStart(3, "0")}`;
}

/** Returns the current time, to the millisecond. */
export function engineTimeNow(): EngineTime {
  return `${new Date().toISOString().slice(0, 23).replace("T", " ")}000`;
}

/** Returns the wire form: ISO 8601 with `Z`, and microseconds only when they are not zero. */
export function toWireTime(time: EngineTime): string {
  const [day = "", clock = ""] = time.split(" ");
  const [seconds = "", fraction = ""] = clock.split(".");
  return `${day}T${seconds}${/^0*$/.test(fraction) ? "" : `.${fraction}`}Z`;
}

/** Returns whole milliseconds from one time to a later one, as `ended - started`; negative when the clocks disagree. */
export function millisecondsBetween(from: EngineTime, to: EngineTime): number {
  return Math.trunc(Number(microsOf(to) - microsOf(from)) / 1000);
}

/** Microseconds since 1970. */
export function microsOf(time: EngineTime): bigint {
  return (
    BigInt(Date.parse(`${time.slice(0, 19).replace(" ", "T")}Z`)) * 1000n + BigInt(time.slice(20, 26).padEnd(6, "0"))
  );
}
