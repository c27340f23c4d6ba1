import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Services } from "@/service/traces/handlers/handler";
import { readCheckpointFigures } from "./checkpoint-figures";
import type { EvaluationRecord, EvaluationRecords, SettingRecord } from "./evaluation-records";
import { unknownRows } from "./row-figures";

/** Evaluations that one look computes again. */
const MAX_REFRESHED = 50;

interface Parts {
  readonly records: EvaluationRecords;
  readonly services: Pick<Services, "store" | "objects" | "tables" | "lineage">;
}

type Settled = EvaluationRecord & {
  readonly figures: NonNullable<EvaluationRecord["figures"]>;
  readonly callId: string;
};

/**
 * Computes the figures of evaluations again that were stored before the model was trained on other of their rows, or by
 * a version that did not know lineage. The newest evaluation says which rows were trained on, so that a look that finds
 * nothing new reads one run.
 *
 * @returns false while more are left
 */
export async function refreshRowFigures(parts: Parts, setting: SettingRecord, signal: AbortSignal): Promise<boolean> {
  const settled = (await parts.records.evaluations(setting)).flatMap((record): Settled[] => {
    const { figures, run } = record;
    return figures === null || run?.callId == null ? [] : [{ ...record, figures, callId: run.callId }];
  });
  const newest = settled.at(-1);
  if (newest === undefined) return true;
  const current = await figuresOf(parts, setting, newest, signal);
  const rows = current?.rows;
  if (!rows) return true;
  const stale = settled.filter(({ figures }) => figures.rows?.key !== rows.key);
  for (const record of stale.slice(-MAX_REFRESHED)) {
    const figures = record === newest ? current : await figuresOf(parts, setting, record, signal);
    const own = { ...(figures?.rows ?? unknownRows(rows)), key: rows.key };
    await parts.records.settle(record.runId, { figures: { ...(figures ?? record.figures), rows: own } });
  }
  return stale.length <= MAX_REFRESHED;
}

/** Null where the calls of the run are deleted. */
async function figuresOf({ services }: Parts, { projectId }: SettingRecord, { callId }: Settled, signal: AbortSignal) {
  try {
    const figures = await readCheckpointFigures(services, projectId, callId, signal);
    return figures.trial_count === 0 ? null : figures;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
