import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import { isMembers, type Members } from "@/lib/json/value/members";

/** The origin of a trajectory, from its metadata. */
export type TrajectoryOrigin = Pick<TrainedTrajectory, "kind" | "id" | "table">;

/** Longer ids are ignored. */
const MAX_ID_LENGTH = 256;

/** The members of a trajectory's metadata that name its origin: any client may read them, and a file preserves them. */
export function originMembers({ kind, id, table }: TrajectoryOrigin): Members {
  if (kind === "row") return { table_digest: table, row_digest: id };
  return kind === "thread" ? { thread_id: id } : { trace_id: id };
}

/** A table row takes precedence over the thread that the row may name. */
export function trajectoryOriginOf(metadata: unknown): TrajectoryOrigin | null {
  if (!isMembers(metadata)) return null;
  const { table_digest, row_digest, thread_id, trace_id } = metadata;
  if (isId(table_digest) && isId(row_digest)) return { kind: "row", id: row_digest, table: table_digest };
  if (isId(thread_id)) return { kind: "thread", id: thread_id, table: null };
  return isId(trace_id) ? { kind: "trace", id: trace_id, table: null } : null;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH;
}
