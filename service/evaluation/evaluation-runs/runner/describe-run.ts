import { LRUCache } from "lru-cache";
import type { EvaluationRun, EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { modelLabel } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import { type RunRow, readRunRows } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import type { EvaluationRuns } from "./evaluation-runs";
import type { RunRecord } from "./run-records";
import { RunTotals } from "./run-totals";

const MAX_TEXT_LENGTH = 200;
/** Runs that have ended, whose figures no longer change. */
const MAX_ENDED_RUNS = 100;

const endedTotals = new LRUCache<string, RunTotals>({ max: MAX_ENDED_RUNS });

/** Returns the figures of a run: of one that goes on from memory, otherwise from its trials. */
async function totalsOf(runs: EvaluationRuns, run: RunRecord): Promise<RunTotals> {
  const active = runs.activeRun(run.id);
  if (active) return active.totals;
  const known = run.endedAt === null ? undefined : endedTotals.get(run.id);
  if (known) return known;
  const { settings, plan } = run;
  const totals = new RunTotals({
    models: settings.models.length,
    rows: plan?.rowCount ?? 0,
    trials: settings.trials,
    scorers: settings.scorers.map(({ name }) => name),
  });
  for (const result of await runs.records.trials(run.id)) totals.add(result);
  if (run.endedAt !== null) endedTotals.set(run.id, totals);
  return totals;
}

function describe(run: RunRecord, totals: RunTotals): EvaluationRun {
  const { settings, plan } = run;
  const rows = plan?.rowCount ?? 0;
  return {
    id: run.id,
    project_id: run.projectId,
    name: run.name,
    state: run.state,
    reason: run.reason,
    created_at: run.createdAt,
    created_by: run.identity.userId,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    evaluation_ref: plan?.stored.evaluationRef ?? null,
    rows,
    trials: settings.trials,
    total: rows * settings.trials * settings.models.length,
    done: totals.done,
    errors: totals.errors,
    tokens: totals.tokens,
    cost_usd: totals.costUsd,
    rate_per_minute: run.state === "running" ? totals.ratePerMinute() : null,
    models: totals.models().map((figures, index) => {
      const model = settings.models[index]?.model ?? "";
      return {
        model,
        label: plan?.stored.models[index]?.label ?? modelLabel(model),
        call_id: plan?.roots[index]?.callId ?? null,
        ...figures,
      };
    }),
  };
}

/** Returns a run as a line of the list. */
export async function describeRun(runs: EvaluationRuns, run: RunRecord): Promise<EvaluationRun> {
  return describe(run, await totalsOf(runs, run));
}

/** The first text of a row, by which a person knows it. */
function rowText(row: RunRow | undefined): string {
  const values = Object.values(row?.row ?? {});
  const text = values.find((value) => typeof value === "string" && value !== "") ?? values[0];
  return text === undefined ? "" : textOf(text).slice(0, MAX_TEXT_LENGTH);
}

/** Returns a run with its settings, events, and the marks of its rows for one scorer. */
export async function describeRunInDetail(
  runs: EvaluationRuns,
  run: RunRecord,
  page: { readonly limit: number; readonly offset: number; readonly scorer: string | null },
  signal: AbortSignal,
): Promise<EvaluationRunDetail> {
  const totals = await totalsOf(runs, run);
  const positions = totals.positions().slice(page.offset, page.offset + page.limit);
  const rows = positions.length === 0 ? [] : await rowsOf(runs, run, signal);
  const scorerIndex = Math.max(
    0,
    run.settings.scorers.findIndex(({ name }) => name === page.scorer),
  );
  return {
    ...describe(run, totals),
    settings: run.settings,
    first_errors: totals.firstErrors.map((event) => ({ ...event, row: rows[event.position]?.position ?? null })),
    latest: [...totals.latest],
    row_marks: positions.map((position) => ({
      position,
      row: rows[position]?.position ?? null,
      text: rowText(rows[position]),
      ...totals.marksOf(position, scorerIndex),
    })),
    rows_complete: totals.rowsComplete,
  };
}

/** The rows of a run; of one that has ended they are read again, unless their dataset was deleted. */
async function rowsOf(runs: EvaluationRuns, run: RunRecord, signal: AbortSignal): Promise<readonly RunRow[]> {
  const active = runs.activeRun(run.id);
  if (active) return active.rows;
  if (run.plan === null) return [];
  const all = { dataset_ref: run.plan.datasetRef, filters: [], sample: { kind: "all" as const } };
  try {
    return (await readRunRows(runs.services, run.projectId, all, signal)).rows;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
