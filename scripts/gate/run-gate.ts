import { setTimeout as sleep } from "node:timers/promises";
import {
  type EvaluationRun,
  type EvaluationRunDetail,
  type EvaluationSettings,
  evaluationRun,
  evaluationRunDetail,
  runsPage,
} from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { type EvaluationCompareResult, evaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import { evaluationFiguresResult } from "@/lib/api/contract/evaluations/figures";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { callService, type ServiceAddress } from "@/scripts/commands/http/service-http";
import type { GateFile } from "./gate-file";
import { conditionWords, type GateResult, type JudgedScore, rowsNote } from "./gate-reports";
import { judgeScore, type ScoreRule } from "./judge-score";

export interface GateOrder {
  readonly address: ServiceAddress;
  readonly projectId: string;
  readonly gate: GateFile;
  /** Replaces the name of the run, so that it is no baseline of later ones; null keeps it. */
  readonly name: string | null;
  /** Replaces the model of the evaluation. */
  readonly model: string | null;
  /** Replaces the messages of the evaluation by a version of a prompt. */
  readonly promptRef: string | null;
  readonly signal: AbortSignal;
  readonly pollMs: number;
  readonly onProgress: (run: EvaluationRun) => void;
}

/** The evaluation could not be run or compared; the message is a sentence for the user. */
class GateError extends Error {
  override readonly name = "GateFailed";
}

const PAGE_SIZE = 200;
const MAX_PAGES = 10;

const readRun = async ({ address, projectId, signal }: GateOrder, runId: string): Promise<EvaluationRunDetail> => {
  const body = { project_id: projectId, run_id: runId, rows_limit: 0 };
  return evaluationRunDetail.parse(await callService(address, "evaluationRuns.read", body, { signal }));
};

/** The newest finished run of an evaluation, or null. */
async function newestRun(order: GateOrder, name: string): Promise<EvaluationRun | null> {
  let before: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const body = { project_id: order.projectId, limit: PAGE_SIZE, before };
    const { runs, has_more: hasMore } = runsPage.parse(
      await callService(order.address, "evaluationRuns.list", body, { signal: order.signal }),
    );
    const found = runs.find((run) => run.name === name && run.state === "finished");
    if (found !== undefined) return found;
    before = runs.at(-1)?.id ?? null;
    if (!hasMore || before === null) return null;
  }
  return null;
}

/** The run to compare with: the newest finished one of a name, or the one with an id. */
async function baselineOf(order: GateOrder, newest: EvaluationRun | null): Promise<EvaluationRun | null> {
  const { baseline } = order.gate;
  if (baseline === undefined) return newest;
  return (await newestRun(order, baseline)) ?? (await readRun(order, baseline));
}

function settingsOf({ name, model, promptRef }: GateOrder, settings: EvaluationSettings): EvaluationSettings {
  const prompt = promptRef === null ? {} : { prompt_ref: promptRef, messages: [] };
  return {
    ...settings,
    name: name ?? settings.name,
    models: settings.models.map((own) => ({ ...own, ...prompt, model: model ?? own.model })),
  };
}

/** Starts the evaluation and waits for its end; a stop of the command stops it, too. */
async function runToEnd(order: GateOrder, settings: EvaluationSettings): Promise<EvaluationRunDetail> {
  const { address, projectId, signal, pollMs, onProgress } = order;
  // Sent once: a second one would run it twice.
  const body = { project_id: projectId, settings };
  const started = evaluationRun.parse(
    await callService(address, "evaluationRuns.start", body, { waitsMs: [], signal }),
  );
  try {
    for (;;) {
      const run = await readRun(order, started.id);
      onProgress(run);
      if (run.state === "finished") return run;
      if (run.state === "failed" || run.state === "paused" || run.state === "stopped") {
        throw new GateError(`The evaluation ${run.id} is ${run.state}: ${run.reason ?? "the service gave no reason"}`);
      }
      await sleep(pollMs, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) {
      const stop = { project_id: projectId, run_id: started.id };
      // The command ends in any case, with the reason of its own stop.
      await callService(address, "evaluationRuns.stop", stop, { waitsMs: [] }).catch(() => undefined);
    }
    throw error;
  }
}

/** The evaluations of each model of a run, with that of the same model in the baseline; null where it has none. */
function pairs(run: EvaluationRun, baseline: EvaluationRun | null) {
  return run.models.map((own) => {
    const same = baseline?.models.find(({ label }) => label === own.label);
    const [only] = baseline?.models ?? [];
    const other = same ?? (run.models.length === 1 && baseline?.models.length === 1 ? only : undefined);
    return { model: own.label, callId: own.call_id, baselineCallId: other?.call_id ?? null };
  });
}

type ComparedScore = EvaluationCompareResult["runs"][number]["scores"][number];

/** The scores of a run, those of its baseline where it has one, and the rows that they are over. */
interface ReadScores {
  readonly scores: readonly ComparedScore[];
  readonly base: readonly ComparedScore[];
  readonly rows: CountedRows | null;
  readonly warnings: readonly string[];
}

async function compare(order: GateOrder, callId: string, baselineCallId: string): Promise<ReadScores> {
  const body = { project_id: order.projectId, run_ids: [baselineCallId, callId], rows: order.gate.rows };
  const compared: EvaluationCompareResult = evaluationCompareResult.parse(
    await callService(order.address, "evaluations.compare", body, { signal: order.signal }),
  );
  const scoresOf = (id: string) => compared.runs.find((one) => one.run_id === id)?.scores ?? [];
  const { rows, warnings } = compared;
  return { scores: scoresOf(callId), base: scoresOf(baselineCallId), rows: rows ?? null, warnings };
}

/** The scores of a run without a baseline. */
async function figures(order: GateOrder, callId: string): Promise<ReadScores> {
  const body = { project_id: order.projectId, runs: [{ id: callId }], rows: order.gate.rows };
  const read = await callService(order.address, "evaluations.figures", body, { signal: order.signal });
  const [run] = evaluationFiguresResult.parse(read).runs;
  const scores = (run?.scores ?? []).map(({ id, mean, interval }) => ({
    id,
    mean,
    interval,
    comparison: null,
    pass_at: [],
  }));
  return { scores, base: [], rows: run?.rows ?? null, warnings: [] };
}

/** Fails where the rows that the gate names cannot be the ones that were counted: nothing could ever fall then. */
function checkRows({ rows: wanted }: GateFile, model: string, rows: CountedRows | null): void {
  if (wanted === undefined) return;
  if (rows === null) throw new GateError("This service cannot count some rows only; it needs a newer version.");
  if (rows.counted > 0) return;
  const slice = wanted.where.length === 0 ? "" : ` where ${conditionWords(wanted.where)}`;
  const part = rows.part === "trained" && rows.all > 0 ? "trained " : "";
  throw new GateError(`${model} has no ${part}row${slice}.`);
}

function ruleFor({ scores, tolerance }: GateFile, id: string): ScoreRule {
  const own = scores[id];
  return {
    tolerance: own?.tolerance ?? tolerance,
    direction: own?.direction ?? scoreDirection(id, "number") ?? "higher",
  };
}

function judged(gate: GateFile, model: string, scores: readonly ComparedScore[], base: readonly ComparedScore[]) {
  const named = Object.keys(gate.scores);
  const missing = named.filter((id) => !scores.some((score) => score.id === id));
  if (missing.length > 0) {
    const known = scores.map(({ id }) => id).join(", ");
    throw new GateError(`${model} has no score ${missing.join(", ")}; it has ${known || "none"}.`);
  }
  return scores
    .filter(({ id, mean }) => (named.length === 0 ? mean !== null : named.includes(id)))
    .map(({ id, mean, interval, comparison }): JudgedScore => {
      const baselineMean = base.find((score) => score.id === id)?.mean ?? null;
      return { model, id, mean, interval, baselineMean, ...judgeScore(comparison, ruleFor(gate, id)) };
    });
}

/**
 * Runs an evaluation and judges its scores against a baseline.
 *
 * @throws GateError when it did not finish, has no such score, or no settings to run again.
 */
export async function runGate(order: GateOrder): Promise<GateResult> {
  const { gate } = order;
  const name = gate.evaluation?.name ?? gate.name ?? "";
  const newest = await newestRun(order, name);
  const baseline = await baselineOf(order, newest);
  if (gate.evaluation === undefined && newest === null) {
    throw new GateError(`No evaluation "${name}" of ${order.projectId} has finished, so its settings are not known.`);
  }
  const settings = gate.evaluation ?? (await readRun(order, newest?.id ?? "")).settings;
  const run = await runToEnd(order, settingsOf(order, settings));
  const scores: JudgedScore[] = [];
  const notes: string[] = [];
  const warnings = new Set<string>();
  for (const { model, callId, baselineCallId } of pairs(run, baseline)) {
    if (callId === null) throw new GateError(`${model} has no results.`);
    const read = baselineCallId === null ? await figures(order, callId) : await compare(order, callId, baselineCallId);
    checkRows(gate, model, read.rows);
    scores.push(...judged(gate, model, read.scores, read.base));
    const note = read.rows && rowsNote(model, read.rows, gate.rows?.where);
    if (note !== null) notes.push(note);
    for (const warning of read.warnings) warnings.add(warning);
  }
  const read = { scores, notes, warnings: [...warnings] };
  return { name: run.name, runId: run.id, baselineId: baseline?.id ?? null, ...read };
}
