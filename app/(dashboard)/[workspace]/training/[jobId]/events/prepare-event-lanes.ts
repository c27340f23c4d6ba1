import type { EventLog } from "@/lib/training/events/event-log";

/** Events of one type along the job: the number of events in each cell. */
export interface Lane {
  readonly type: string;
  readonly count: number;
  /** Counts along the job; 0 where there was none. */
  readonly cells: readonly number[];
}

/**
 * Returns a lane for each type of event, in order of first appearance. Cells are spans of time, or of the event order
 * where the service reports no times.
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
