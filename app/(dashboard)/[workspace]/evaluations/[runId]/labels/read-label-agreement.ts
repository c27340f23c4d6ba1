import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { type JudgeAgreement, type JudgedTrial, judgeAgreement } from "@/lib/review/judge-agreement";
import { indexLabels, type Reviewer, readLabels } from "@/lib/review/labels";
import { readFeedbackAbout } from "@/lib/review/read-feedback";
import type { Workspace } from "@/lib/workspace/workspace";

/** Limit of the examples that are read; labels of more are not expected. */
const MAX_EXAMPLES = 5_000;
const PAGE_ROWS = 500;

export interface LabelAgreement {
  readonly agreements: readonly JudgeAgreement[];
  /** The examples by key, for the list of differences. */
  readonly examples: ReadonlyMap<string, EvaluationResultRow>;
  readonly trialCount: number;
  /** True when later examples were not read. */
  readonly isCut: boolean;
}

const refOf = (projectId: string, callId: string) => `weave:///${projectId}/call/${callId}`;

function trialsOf(projectId: string, { key, runs: [run] }: EvaluationResultRow, scoreId: string): JudgedTrial[] {
  return (run?.trials ?? []).map(({ call_id, model_call_id, scores }, index) => ({
    key,
    trial: index + 1,
    subjects: [call_id, ...(model_call_id === null ? [] : [model_call_id])].map((id) => refOf(projectId, id)),
    score: plainNumber(scores[scoreId]),
  }));
}

/**
 * Reads the scores of a run and the labels of its trials, and compares them.
 *
 * @throws RequestFailure, AbortError
 */
export async function readLabelAgreement(
  { connectionId, projectId }: Workspace,
  { runId, scoreId }: { readonly runId: string; readonly scoreId: string },
  reviewers: readonly Reviewer[],
  signal: AbortSignal,
): Promise<LabelAgreement> {
  const examples = new Map<string, EvaluationResultRow>();
  let isCut = false;
  for (let offset = 0; ; ) {
    const body = { project_id: projectId, run_ids: [runId], limit: PAGE_ROWS, offset };
    const page = await callOperation(connectionId, "evaluations.results", { body, signal });
    for (const row of page.rows) examples.set(row.key, row);
    offset += page.rows.length;
    isCut = offset >= MAX_EXAMPLES && offset < page.total_count;
    if (isCut || offset >= page.total_count || page.rows.length === 0) break;
  }
  const trials = [...examples.values()].flatMap((row) => trialsOf(projectId, row, scoreId));
  const refs = trials.flatMap(({ subjects }) => subjects);
  const records = await readFeedbackAbout({ connectionId, projectId, signal }, refs);
  const labels = indexLabels(readLabels(records, reviewers));
  return { agreements: judgeAgreement(trials, labels), examples, trialCount: trials.length, isCut };
}
