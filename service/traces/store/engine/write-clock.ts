import { type EngineTime, toEngineTime } from "./timestamps";

/**
 * Generates microseconds since 1970 as written: each is later than the previous ones, even when the machine's clock is
 * not.
 */
export class WriteClock {
  #lastMicros = 0;

  next(): number {
    this.#lastMicros = Math.max(Date.now() * 1000, this.#lastMicros + 1);
    return this.#lastMicros;
  }

  /** The next time is later than this. */
  advancePast(micros: number): void {
    this.#lastMicros = Math.max(this.#lastMicros, micros);
  }
}

/** Returns a {@link WriteClock}'s time in the engine's form. */
export function engineTimeOfClock(micros: number): EngineTime {
  // A double holds these seconds to a quarter of a microsecond; `toEngineTime` rounds to whole microseconds.
  const time = toEngineTime(micros / 1e6);
  if (time === null) throw new RangeError(`Microseconds out of range: ${micros}.`);
  return time;
}
