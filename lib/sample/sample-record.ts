import { z } from "zod";
import type { SampleService } from "./sample-service";

/** The object that records which sample the project contains, so that it can be finished, or deleted as a whole. */
export const RECORD_OBJECT = "sample_record";

const recordValue = z.looseObject({
  state: z.enum(["making", "made", "removing"]),
  seed: z.number().int(),
  ended_at_ms: z.number().int(),
  thread_count: z.number().int(),
});

export interface SampleRecord {
  /** `making` and `removing` without a running process were interrupted. */
  readonly state: "making" | "made" | "removing";
  readonly seed: number;
  readonly endedAtMs: number;
  readonly threadCount: number;
}

/** Returns the record of a project, or null if there is no sample. */
export async function readRecord(service: SampleService, projectId: string): Promise<SampleRecord | null> {
  const { objs } = await service.call("objs.query", {
    project_id: projectId,
    filter: { object_ids: [RECORD_OBJECT], latest_only: true },
    limit: 1,
  });
  const [latest] = objs;
  if (!latest || latest.deleted_at) return null;
  const value = recordValue.parse(JSON.parse(JSON.stringify(latest.val ?? null)));
  return {
    state: value.state,
    seed: value.seed,
    endedAtMs: value.ended_at_ms,
    threadCount: value.thread_count,
  };
}

export async function writeRecord(service: SampleService, projectId: string, record: SampleRecord): Promise<void> {
  const { state, seed, endedAtMs, threadCount } = record;
  const val = { state, seed, ended_at_ms: endedAtMs, thread_count: threadCount };
  await service.call("obj.create", { obj: { project_id: projectId, object_id: RECORD_OBJECT, val } });
}
