import { isJsonObject } from "@/lib/guard/json-object";
import { FairTurns } from "@/service/kernel/concurrency/fair-turns";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Services } from "@/service/traces/handlers/handler";
import type { EvaluationRoot, LoggedSummary } from "@/service/traces/store/evaluations/evaluation-roots";
import {
  type ModelCall,
  readModelCalls,
  readScorerCalls,
  readTrialCalls,
  type ScorerCall,
  type TrialCall,
} from "@/service/traces/store/evaluations/trial-calls";
import type { CostCounter } from "@/service/traces/store/figures/usage-costs";
import { nameOfInput, readReferred, textOf } from "./evaluation-objects";
import { namedExample } from "./example-digest";
import type { ListedRun } from "./list-runs";
import { columnsOf, type RunTrials, type Trial } from "./run-trials";
import { flattenScores, scorerOf } from "./score-paths";
import { asObjectId, type NamedScorer, nameScorers, plainOpName, scorerOfCall } from "./scorer-keys";
import { type UsageTotals, usageTotals } from "./trial-usage";

type Sources = Pick<Services, "store" | "objects"> & { readonly signal: AbortSignal };

/** What is read once for several runs. */
export interface SharedReads {
  readonly costs: CostCounter;
  /** By run. */
  readonly summaries: ReadonlyMap<string, LoggedSummary>;
}

const NO_SUMMARY: LoggedSummary = { output: "", usage: [] };

/**
 * The runs of a project whose rows are read at the same time: more would only share the same processors, and hold their
 * rows together. The engine reads the next runs while trials are made of the rows of those before.
 */
const READS = new FairTurns({ requests: 2 });
const ANY_COST = { bytes: 0, rows: 0 };

/** Reads the rows of a run once it is its turn. */
async function readRows({ store, signal }: Sources, projectId: string, root: EvaluationRoot, model: string) {
  const end = await READS.take(projectId, ANY_COST, signal);
  try {
    return await Promise.all([
      readTrialCalls(store, projectId, root, signal),
      readModelCalls(store, projectId, root, model, signal),
    ]);
  } finally {
    end();
  }
}

/**
 * Reads the trials of a run: the predict-and-score calls, the calls of the model for latency, tokens and errors, and the
 * calls of scorers where a trial lacks scores. Python drops all scores of a trial in which one scorer fails.
 */
export async function loadTrials(
  sources: Sources,
  projectId: string,
  listed: ListedRun,
  { costs, summaries }: SharedReads,
): Promise<RunTrials> {
  const { root, run } = listed;
  const { objects, signal } = sources;
  const summary = summaries.get(root.id) ?? NO_SUMMARY;
  const model = textOf(root.model) ?? nameOfInput(root.model);
  const [[calls, modelCalls], scorers] = await Promise.all([
    readRows(sources, projectId, root, model),
    scorersOf(objects, projectId, run.scorer_refs, signal),
  ]);
  const models = modelCallsByTrial(modelCalls);
  const yielder = new EventLoopYielder();
  const inlineExamples = new Map<string, string>();
  const example = remembered(namedExample);
  const scoresOf = remembered(parsedScores);
  const drafts: TrialDraft[] = [];
  for (const [index, call] of calls.entries()) {
    const { digest, inline } = call.rowDigest === "" ? example(call.example) : { digest: call.rowDigest, inline: null };
    if (inline !== null && !inlineExamples.has(digest)) inlineExamples.set(digest, inline);
    const parsed = scoresOf(call.scores);
    const modelCall = models.get(call.id);
    drafts.push({ call, modelCall, digest, parsed, state: stateOf(call, modelCall, parsed) });
    if (index % TRIALS_PER_SLICE === 0) await yielder.yieldToEventLoop();
  }
  const filled = await fillScores(sources, projectId, listed, drafts, scorers);
  const trials = drafts.map(({ call, modelCall, digest, parsed, state }): Trial => {
    const fill = filled.get(call.id);
    const usage: UsageTotals = usageTotals(modelCall?.usage ?? [], costs, modelCall?.startedAt ?? root.startedAt);
    return {
      id: call.id,
      digest,
      modelCallId: modelCall?.id ?? null,
      state,
      latencyMs: modelCall?.latencyMs ?? loggedLatencyMs(call.latency),
      totalTokens: usage.totalTokens,
      costUsd: usage.costUsd,
      scores: fill?.scores ?? parsed.values,
      failedScorers: fill?.failed ?? NO_SCORERS,
    };
  });
  const whole = usageTotals(summary.usage, costs, root.startedAt);
  return {
    runId: root.id,
    trials,
    columns: columnsOf(trials, scorerOf),
    byExample: byDigest(trials),
    inlineExamples,
    runTokens: whole.totalTokens,
    runCostUsd: whole.costUsd,
    loggedSummary: summary.output === "" ? undefined : (JSON.parse(summary.output) as unknown),
  };
}

/** Trials between two looks at the clock. */
const TRIALS_PER_SLICE = 256;

const NO_SCORERS: readonly string[] = [];

interface TrialDraft {
  readonly call: TrialCall;
  readonly modelCall: ModelCall | undefined;
  readonly digest: string;
  readonly parsed: ParsedScores;
  readonly state: Trial["state"];
}

/** The scores of a trial. Trials with equal scores share one value. */
interface ParsedScores {
  readonly scores: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  /** The same by score id. */
  readonly values: Trial["scores"];
}

function parsedScores(text: string): ParsedScores {
  const value: unknown = text === "" ? null : JSON.parse(text);
  const scores = isJsonObject(value) ? value : {};
  return { scores, names: Object.keys(scores), values: flattenScores(scores) };
}

/** Trials of a run repeat their examples, and mostly their scores: equal texts are parsed once and share one value. */
function remembered<Parsed>(parse: (text: string) => Parsed): (text: string) => Parsed {
  const known = new Map<string, Parsed>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const parsed = parse(text);
    known.set(text, parsed);
    return parsed;
  };
}

/** Of several candidates, the call of the run's model; else the first that is named as one. */
function modelCallsByTrial(calls: readonly ModelCall[]): ReadonlyMap<string, ModelCall> {
  const byTrial = new Map<string, ModelCall>();
  for (const call of calls) {
    const known = byTrial.get(call.trialId);
    if (known === undefined || (known.isOfModel === 0 && call.isOfModel === 1)) byTrial.set(call.trialId, call);
  }
  return byTrial;
}

/**
 * Python: a model that fails leaves a trial that ends well with an empty answer; a scorer that fails leaves one that
 * ends with an exception. TypeScript says it itself. A logger whose block raises leaves an empty answer without scores.
 */
function stateOf(call: TrialCall, modelCall: ModelCall | undefined, { names }: ParsedScores): Trial["state"] {
  if (call.isEnded === 0) return "running";
  if (call.success === "false" || modelCall?.hasException === 1) return "failed";
  if (call.hasAnswer === 1) return "answered";
  if (call.hasException === 1) return modelCall === undefined ? "failed" : "answered";
  return names.length > 0 ? "answered" : "failed";
}

/** Seconds, or an object with their mean; it includes waiting, so the model's call is preferred. */
function loggedLatencyMs(latency: string): number | null {
  if (latency === "" || latency === "null") return null;
  const value: unknown = JSON.parse(latency);
  const seconds = isJsonObject(value) ? value.mean : value;
  return typeof seconds === "number" ? seconds * 1000 : null;
}

async function scorersOf(
  objects: Services["objects"],
  projectId: string,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<readonly NamedScorer[]> {
  const referred = await readReferred(objects, projectId, refs, signal);
  return nameScorers(
    refs.map((ref) => {
      const scorer = referred.get(ref);
      if (scorer === undefined) return { ref, key: plainOpName(ref) };
      const { name, _class_name: className } = scorer.members;
      const stated = [name, className].find((each) => typeof each === "string" && each !== "");
      return { ref, key: asObjectId(typeof stated === "string" ? stated : scorer.name) };
    }),
  );
}

interface FilledScores {
  readonly scores: Trial["scores"];
  readonly failed: readonly string[];
}

/** Returns the scores of trials that lack some, or whose scorers share a name, from the calls of their scorers. */
async function fillScores(
  { store, signal }: Sources,
  projectId: string,
  { root }: ListedRun,
  drafts: readonly TrialDraft[],
  scorers: readonly NamedScorer[],
): Promise<ReadonlyMap<string, FilledScores>> {
  const keys = new Set(scorers.map(({ key }) => key));
  const distinct = new Set(drafts.map(({ parsed }) => parsed));
  for (const { names } of distinct) for (const name of names) keys.add(name);
  const incomplete = new Set<ParsedScores>();
  for (const parsed of distinct) {
    if ([...keys].some((key) => !Object.hasOwn(parsed.scores, key))) incomplete.add(parsed);
  }
  const shared = new Set(scorers.filter(({ key, label }) => key !== label).map(({ key }) => key));
  const lacking = drafts.filter(
    ({ state, parsed }) => shared.size > 0 || (state !== "failed" && incomplete.has(parsed)),
  );
  const calls = await readScorerCalls(
    store,
    projectId,
    root,
    lacking.map(({ call }) => call.id),
    signal,
  );
  const byTrial = new Map<string, ScorerCall[]>();
  for (const call of calls) byTrial.set(call.trialId, [...(byTrial.get(call.trialId) ?? []), call]);
  const filled = new Map<string, FilledScores>();
  for (const { call, parsed, modelCall } of lacking) {
    const merged = new Map(Object.entries(parsed.scores).filter(([key]) => !shared.has(key)));
    const failed: string[] = [];
    for (const child of byTrial.get(call.id) ?? []) {
      if (child.id === modelCall?.id) continue;
      const scorer = scorerOfCall(child, scorers, keys);
      if (scorer === null || child.isEnded === 0) continue;
      if (child.hasException === 1) failed.push(scorer);
      else if (!merged.has(scorer))
        merged.set(scorer, child.output === "" ? null : (JSON.parse(child.output) as unknown));
    }
    filled.set(call.id, { scores: flattenScores(Object.fromEntries(merged)), failed });
  }
  return filled;
}

function byDigest(trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const group = groups.get(trial.digest);
    if (group) group.push(trial);
    else groups.set(trial.digest, [trial]);
  }
  return groups;
}
