import type { LaneGroup, Lanes } from "./lanes";

/** Returns the name of a group in the address: its kind, or its level from 1; null for lanes without groups. */
export function groupKey({ kind, depth }: LaneGroup): string | null {
  if (kind !== null) return kind;
  return depth === null ? null : String(depth + 1);
}

/** Returns the lanes of some groups, one group after the other. The lane of a row that is not in them is -1. */
export function lanesOfGroups(lanes: Lanes, isTaken: (group: LaneGroup) => boolean): Lanes {
  const laneOf = new Int32Array(lanes.laneOf.length).fill(-1);
  const begins = [0];
  const groups: LaneGroup[] = [];
  const parts: Int32Array[] = [];
  let rowCount = 0;
  for (const group of lanes.groups.filter(isTaken)) {
    groups.push({ ...group, first: begins.length - 1 });
    for (let lane = group.first; lane < group.first + group.count; lane += 1) {
      const rows = lanes.rows.subarray(lanes.begins[lane], lanes.begins[lane + 1]);
      for (const row of rows) laneOf[row] = begins.length - 1;
      parts.push(rows);
      rowCount += rows.length;
      begins.push(rowCount);
    }
  }
  const rows = new Int32Array(rowCount);
  for (const [lane, part] of parts.entries()) rows.set(part, begins[lane]);
  return { count: parts.length, laneOf, begins: Int32Array.from(begins), rows, groups };
}
