import { type EngineTime, toEngineTime } from "./timestamps";

/** Microseconds since 1970 as written: every one is later than those before it, also when the machine's clock is not. */
export class WriteClock {
  #lastMicros = 0;

  next(): number {
    this.#lastMicros = Math.max(Date.now() * 1000, this.#lastMicros + 1);
    return this.#lastMicros;
  }

  /** What comes next is later than this. */
  advancePast(micros: number): void {
    this.#lastMicros = Math.max(this.#lastMicros, micros);
  }
}

/** The engine's form of a {@link WriteClock}'s time. */
export function engineTimeOfClock(micros: number): EngineTime {
  // A double holds these seconds to a quarter of a microsecond; `toEngineTime` rounds to whole ones.
  const time = toEngineTime(micros / 1e6);
  if (time === null) throw new RangeError(`${micros} microseconds are no time that can be stored.`);
  return time;
}
