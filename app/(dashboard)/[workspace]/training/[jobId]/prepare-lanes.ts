import type { TrainingEvent } from "@/components/training/training-event";

/** Events of one type along the job: how many fall into each cell. */
export interface Lane {
  readonly type: string;
  readonly count: number;
  /** Counts along the job; 0 where there was none. */
  readonly cells: readonly number[];
}

/**
 * A lane for each type of event, in the order in which the types came. Cells are spans of time, or, where the service
 * tells no times, of the order of events.
 */
export function eventLanes(events: readonly TrainingEvent[], cellCount: number): readonly Lane[] {
  const times = events.map(({ timeMs }) => timeMs);
  const first = times[0] ?? null;
  const last = times.at(-1) ?? null;
  const hasTimes = first !== null && last !== null && last > first && times.every((time) => time !== null);
  const lanes = new Map<string, { type: string; count: number; cells: number[] }>();
  for (const [index, { type, timeMs }] of events.entries()) {
    const share = hasTimes ? ((timeMs ?? first) - first) / (last - first) : index / Math.max(1, events.length - 1);
    const cell = Math.min(cellCount - 1, Math.max(0, Math.floor(share * cellCount)));
    const lane = lanes.get(type) ?? { type, count: 0, cells: new Array<number>(cellCount).fill(0) };
    lanes.set(type, lane);
    lane.count += 1;
    lane.cells[cell] = (lane.cells[cell] ?? 0) + 1;
  }
  return [...lanes.values()];
}
