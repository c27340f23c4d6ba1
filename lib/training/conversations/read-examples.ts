import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { EvaluationResultRow, EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type ExampleSelection, selectionRequest } from "@/lib/evaluation/runs/example-selection";
import type { Members } from "@/lib/json/value/members";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import type { ParsedGroup, ReadProblem } from "@/lib/training/trajectories/read-value";
import { conversationTrajectory, type ModelTurn } from "@/lib/training/trajectories/thread-trajectory";
import { originMembers } from "@/lib/training/trajectories/trajectory-origin";
import type { ProjectAddress } from "./conversation-source";
import { readCallFeedbackRewards } from "./read-call-feedback-rewards";
import { type ConversationsPart, FACTS, isModel, readCalls, readTurns, reasonFor, turnsOf } from "./read-conversations";

/** Examples read together: few enough to hold the last payloads of their trials in memory. */
const PAGE_EXAMPLES = 20;

/** Ids in one request. */
const MAX_IDS = 500;

/** Calls below a model's call are followed this deep. */
const MAX_DEPTH = 12;

interface ExamplesPart extends ConversationsPart {
  readonly totalCount: number;
}

/**
 * Reads the selected examples of an evaluation run as groups, and their trials as trajectories: the conversation of the
 * model calls in each, with the selected score as `reward` and all scores below `score`. A trial without a conversation
 * is a problem with its reason.
 *
 * @param source a prefix that makes the ids of the groups unique
 * @throws RequestFailure, AbortError when stopped, Error when a response broke off or the run is missing
 */
export async function* readExamples(
  address: ProjectAddress,
  source: string,
  selection: ExampleSelection,
): AsyncGenerator<ExamplesPart> {
  const { connectionId, projectId, signal } = address;
  const runs = { project_id: projectId, run_ids: [selection.runId] };
  const [run] = (await callOperation(connectionId, "evaluations.query", { body: runs, signal })).runs;
  if (run === undefined) throw new Error(`The project has no evaluation ${selection.runId}.`);
  const collector = new TrajectoryCollector(source);
  for (let offset = 0; ; ) {
    const body = { ...selectionRequest(projectId, selection), limit: PAGE_EXAMPLES, offset };
    const page = await callOperation(connectionId, "evaluations.results", { body, signal });
    const trials = page.rows.flatMap(({ runs: [own] }) => own?.trials ?? []);
    const conversations = await readTrials(address, trials);
    const problems: ReadProblem[] = [];
    for (const row of page.rows) {
      const group = groupOf(row, run, selection.score, conversations, problems);
      if (group.trajectories.length > 0) collector.add(group);
    }
    offset += page.rows.length;
    yield { ...collector.flush(), problems, readCount: offset, totalCount: page.total_count };
    if (offset >= page.total_count || page.rows.length === 0) return;
  }
}

/** The conversation of a trial, or the reason why it has none. */
interface TrialConversation {
  readonly turns: readonly ModelTurn[];
  readonly attributes: Members;
  readonly feedback: Members;
  readonly reason: string;
}

/** Returns the conversations of trials by the id of their model's call. */
async function readTrials(
  address: ProjectAddress,
  trials: readonly EvaluationTrial[],
): Promise<ReadonlyMap<string, TrialConversation>> {
  const roots = trials.flatMap(({ model_call_id: id, state }) => (id !== null && state === "answered" ? [id] : []));
  const byRoot = await readBelow(address, roots);
  const models = [...byRoot.values()].map((calls) => calls.filter(isModel));
  const last = await readTurns(
    address,
    models.flatMap((calls) => calls.slice(-1)),
  );
  const feedback = await readCallFeedbackRewards(
    address,
    [...byRoot.values()].flat().map(({ id }) => id),
  );
  const conversations = new Map<string, TrialConversation>();
  for (const [root, calls] of byRoot) {
    conversations.set(root, {
      turns: await turnsOf(address, calls, last),
      attributes: Object.assign({}, ...calls.map(({ attributes }) => attributes)) as Members,
      feedback: Object.assign({}, ...calls.map(({ id }) => feedback.get(id))) as Members,
      reason: reasonFor(calls),
    });
  }
  return conversations;
}

/** Returns calls with all calls below them, oldest first, by the id of the upper one. */
async function readBelow(address: ProjectAddress, roots: readonly string[]): Promise<Map<string, Call[]>> {
  const rootOf = new Map(roots.map((id) => [id, id]));
  const byRoot = new Map<string, Call[]>(roots.map((id) => [id, []]));
  let ids: readonly string[] = roots;
  for (let depth = 0; depth < MAX_DEPTH && ids.length > 0; depth++) {
    const found: Call[] = [];
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const some = ids.slice(at, at + MAX_IDS);
      found.push(...(await readCalls(address, depth === 0 ? { call_ids: some } : { parent_ids: some }, FACTS)));
    }
    for (const call of found) {
      const root = rootOf.get(depth === 0 ? call.id : (call.parent_id ?? ""));
      if (root === undefined) continue;
      rootOf.set(call.id, root);
      byRoot.get(root)?.push(call);
    }
    ids = found.map(({ id }) => id);
    // The calls of the models are read once, and then what is below them.
    if (depth === 0) ids = roots;
  }
  for (const calls of byRoot.values()) calls.sort((left, right) => (left.started_at < right.started_at ? -1 : 1));
  return byRoot;
}

function groupOf(
  row: EvaluationResultRow,
  run: EvaluationRun,
  score: string | null,
  conversations: ReadonlyMap<string, TrialConversation>,
  problems: ReadProblem[],
): ParsedGroup {
  const place = row.position === null ? `example ${row.digest.slice(0, 8)}` : `example ${row.position + 1}`;
  const origin =
    run.dataset_state === "stored" && row.position !== null
      ? originMembers({ kind: "row", id: row.digest, table: run.dataset_key })
      : {};
  const trajectories = (row.runs[0]?.trials ?? []).flatMap((trial, index) => {
    const at = `${place}, trial ${index + 1}`;
    const conversation = conversations.get(trial.model_call_id ?? "");
    const ids = { evaluation_run_id: run.id, trial_call_id: trial.call_id, ...origin };
    const group =
      conversation === undefined
        ? null
        : conversationTrajectory(conversation.turns, { ...conversation, ids, trailing: [] }, at);
    if (group === null) {
      problems.push({ place: at, reason: reasonOf(trial, conversation) });
      return [];
    }
    return group.trajectories.map((one) => ({ ...one, about: { ...rewardOf(trial, score), ...one.about } }));
  });
  return { place, isGroup: true, members: {}, trajectories };
}

function reasonOf(trial: EvaluationTrial, conversation: TrialConversation | undefined): string {
  if (trial.state === "failed") return "The model gave no answer.";
  if (trial.state === "running") return "The trial has not ended.";
  return conversation?.reason ?? "The trial has no call of the model.";
}

/** The selected score as the reward. A text is none, and neither is a missing score: both stay empty, never 0. */
function rewardOf({ scores }: EvaluationTrial, score: string | null): Members {
  const value = score === null ? undefined : scores[score];
  const isReward = typeof value === "number" || typeof value === "boolean";
  return { ...(isReward ? { reward: Number(value) } : {}), score: scores };
}
