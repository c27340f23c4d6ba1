import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { templateNames } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { callParts, runCallId, sumUsage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { objectIdOf } from "@/service/evaluation/evaluation-runs/stored/publish";
import type { StoredScorer } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import { scoredColumns } from "@/service/evaluation/evaluation-runs/stored/python-source";
import type { ModelRun } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import type { ScorerRun } from "@/service/evaluation/evaluation-runs/trials/run-trial";
import type { Services } from "@/service/traces/handlers/handler";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { engineTimeNow } from "@/service/traces/store/engine/timestamps";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import type { LiveCall } from "./live-call";

const COMPLETION_OP = "weave.completions_create";

/** Where the scores of a monitor are stored. */
export interface MonitorScope {
  readonly monitorId: string;
  readonly projectId: string;
  readonly userId: string;
  /** The version of the Monitor object. */
  readonly ref: string;
  readonly scorers: readonly StoredScorer[];
}

/** Returns the id of the call of a scorer: it follows from the scored call, so that it is never stored twice. */
export function scorerCallId(monitorId: string, callId: string, scorer: string): string {
  return runCallId(monitorId, callId, scorer);
}

/** The mark of a monitor's calls comes first: monitors find it at the beginning and do not score them. */
const attributesOf = (monitorId: string, members: object = {}) => ({ heddle: { monitor: monitorId }, ...members });

function completionParts(
  scope: { readonly projectId: string; readonly userId: string; readonly traceId: string },
  { monitorId, id, parentId }: { readonly monitorId: string; readonly id: string; readonly parentId: string | null },
  { startedMicros, endedMicros, inputs, response, error, usage }: ModelRun,
): CallPart[] {
  return callParts(scope, {
    id,
    parentId,
    opName: COMPLETION_OP,
    startedMicros,
    endedMicros,
    attributes: attributesOf(monitorId),
    inputs,
    output: response,
    exception: error,
    usage,
  });
}

/** The columns that a scorer reads. */
function readColumns(scorer: Scorer): readonly string[] {
  return scorer.kind === "judge"
    ? templateNames(scorer.prompt).filter((name) => name !== "output")
    : scoredColumns(scorer);
}

function scorerParts(scope: MonitorScope, call: LiveCall, run: ScorerRun, stored: StoredScorer): CallPart[] {
  const { scorer, startedMicros, endedMicros, score, error, completions } = run;
  const { monitorId, projectId, userId } = scope;
  const id = scorerCallId(monitorId, call.id, scorer.name);
  const place = { projectId, userId, traceId: runCallId(monitorId, call.id, scorer.name, "trace") };
  const values = readColumns(scorer).flatMap((name) => (Object.hasOwn(call.row, name) ? [[name, call.row[name]]] : []));
  return [
    ...callParts(place, {
      id,
      parentId: null,
      opName: stored.opRef,
      startedMicros,
      endedMicros,
      attributes: attributesOf(monitorId, stored.isObject ? { weave: { kind: "scorer" } } : {}),
      inputs: {
        ...(stored.isObject ? { self: stored.ref } : {}),
        output: call.output,
        ...Object.fromEntries(values),
      },
      output: score,
      exception: error,
      usage: sumUsage(completions.map(({ usage }) => usage)),
      errorsBelow: completions.filter((completion) => completion.error !== null).length,
    }),
    ...completions.flatMap((completion, at) =>
      completionParts(
        place,
        { monitorId, id: runCallId(monitorId, call.id, scorer.name, at), parentId: id },
        completion,
      ),
    ),
  ];
}

/** Returns a score as feedback on the scored call, as official clients write it. */
export function scoreFeedback(
  { monitorId, projectId, userId, ref }: MonitorScope,
  callId: string,
  { name, ref: scorerRef }: StoredScorer,
  score: unknown,
): StoredFeedback {
  return {
    project_id: projectId,
    weave_ref: `weave:///${projectId}/call/${callId}`,
    id: runCallId(monitorId, callId, name, "feedback"),
    is_purged: 0,
    user_id: userId,
    creator: null,
    created_at: engineTimeNow(),
    feedback_type: `wandb.runnable.${objectIdOf(name)}`,
    payload: stringifyJson({ output: score }),
    annotation_ref: "",
    runnable_ref: scorerRef,
    call_ref: `weave:///${projectId}/call/${scorerCallId(monitorId, callId, name)}`,
    trigger_ref: ref,
  };
}

/** Stores the calls of the scorers, then the scores of those that did not fail. Resolves when both are on disk. */
export async function storeScores(
  services: Pick<Services, "calls" | "feedback">,
  scope: MonitorScope,
  call: LiveCall,
  runs: readonly ScorerRun[],
): Promise<void> {
  const stored = new Map(scope.scorers.map((scorer) => [scorer.name, scorer]));
  const pairs = runs.flatMap((run) => {
    const scorer = stored.get(run.scorer.name);
    return scorer ? [{ run, scorer }] : [];
  });
  await services.calls.write(pairs.flatMap(({ run, scorer }) => scorerParts(scope, call, run, scorer)));
  const feedback = pairs
    .filter(({ run }) => run.error === null)
    .map(({ run, scorer }) => scoreFeedback(scope, call.id, scorer, run.score));
  if (feedback.length > 0) await services.feedback.write(feedback);
}

/** Stores the judges' requests of a preview: they cost money, so each is a call. */
export async function storePreview(
  services: Pick<Services, "calls">,
  place: { readonly projectId: string; readonly userId: string; readonly previewId: string },
  completions: readonly ModelRun[],
): Promise<void> {
  const { projectId, userId, previewId } = place;
  const parts = completions.flatMap((completion, at) =>
    completionParts(
      { projectId, userId, traceId: runCallId(previewId, at, "trace") },
      { monitorId: "preview", id: runCallId(previewId, at), parentId: null },
      completion,
    ),
  );
  if (parts.length > 0) await services.calls.write(parts);
}
