import type { EventLog } from "@/lib/training/events/event-log";

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
export function eventLanes(log: EventLog, cellCount: number): readonly Lane[] {
  const { types, timesMs, count } = log;
  const [first, last] = [timesMs[0] ?? 0, timesMs[count - 1] ?? 0];
  const isByTime = log.hasTimes && last > first;
  const lanes = log.typeNames.map((type) => ({ type, count: 0, cells: new Array<number>(cellCount).fill(0) }));
  for (let index = 0; index < count; index += 1) {
    const share = isByTime ? ((timesMs[index] ?? first) - first) / (last - first) : index / Math.max(1, count - 1);
    const cell = Math.min(cellCount - 1, Math.max(0, Math.floor(share * cellCount)));
    const lane = lanes[types[index] ?? 0];
    if (!lane) continue;
    lane.count += 1;
    lane.cells[cell] = (lane.cells[cell] ?? 0) + 1;
  }
  return lanes;
}
