import { v5 as uuidv5 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import type { Members } from "@/lib/json/value/members";
import { type AtifStep, stepsOf } from "./atif-steps";
import {
  numberOf,
  objectOf,
  objectsIn,
  type RecordContext,
  type SourceCall,
  skippedRecord,
  sourceId,
  sourceItem,
  textOf,
} from "./source-record";
import { usageOfCounts } from "./token-usage";

const TOOL = "ATIF";

const IS_VERSION = /^ATIF-v1(\.|$)/;

const COPIED =
  "Steps that are copied from an earlier trajectory are context of the next answer; they are not calls again.";
const NO_TIMES =
  "The trajectory has no times: its steps follow one another a second apart, from the time of the import.";
const TOKEN_IDS = "Ids and log-probabilities of single tokens are left out.";
const FILES = "Images and sound are files beside the trajectory, which the import does not read.";

/** What the calls of one trajectory have in common. */
interface Trajectory {
  readonly record: Members;
  readonly id: string;
  readonly traceId: string;
  readonly threadId: string;
  /** The call of the turn: that of the outermost trajectory. */
  readonly turnId: string;
  readonly agent: Members;
  readonly steps: readonly AtifStep[];
}

/** The same trajectory has the same id in every file. */
const callIdOf = (record: Members): string => {
  const id = textOf(record, "trajectory_id") ?? textOf(record, "session_id");
  return id === null ? uuidv5(stringifyJson(record), sourceId(TOOL, "content")) : sourceId(TOOL, "trajectory", id);
};

class TrajectoryReader {
  readonly calls: SourceCall[] = [];
  readonly losses = new Set<string>();
  readonly #fromMs: number;

  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  /** @param parent the trajectory and the call that started this one; null for the outermost */
  read(record: Members, parent: { readonly of: Trajectory; readonly callId: string } | null): void {
    const id = callIdOf(record);
    const sessionId = textOf(record, "session_id");
    const steps = stepsOf(record, this.#fromMs);
    const trajectory: Trajectory = {
      ...{ record, id, steps, agent: objectOf(record, "agent") },
      traceId: parent?.of.traceId ?? id,
      threadId: parent?.of.threadId ?? sessionId ?? id,
      turnId: parent?.of.turnId ?? id,
    };
    if (steps.some(({ isTimeInvented }) => isTimeInvented)) this.losses.add(NO_TIMES);
    this.calls.push(this.#rootOf(trajectory, parent?.callId ?? null));
    const startedBy = new Map<string, string>();
    for (const step of steps) {
      if (step.isCopied) this.losses.add(COPIED);
      else if (step.isAgent) this.#readStep(trajectory, step, startedBy);
    }
    for (const below of objectsIn(record.subagent_trajectories)) {
      const belowId = textOf(below, "trajectory_id") ?? textOf(below, "session_id") ?? "";
      this.read(below, { of: trajectory, callId: startedBy.get(belowId) ?? id });
    }
  }

  #shared({ traceId, threadId, turnId }: Trajectory, step: AtifStep) {
    const { startedAt, endedAt } = step;
    return { traceId, threadId, turnId, startedAt, endedAt };
  }

  #rootOf(trajectory: Trajectory, parentId: string | null): SourceCall {
    const { record, id, agent, steps } = trajectory;
    const [first, last] = [steps[0], steps.at(-1)];
    const { schema_version, notes, final_metrics, continued_trajectory_ref, extra } = record;
    const [name, version] = [textOf(agent, "name"), textOf(agent, "version")];
    return {
      ...{ id, parentId, name: name ?? "agent", exception: null, usage: null },
      ...{ traceId: trajectory.traceId, threadId: trajectory.threadId, turnId: trajectory.turnId },
      startedAt: first?.startedAt ?? new Date(this.#fromMs).toISOString(),
      endedAt: last?.endedAt ?? new Date(this.#fromMs).toISOString(),
      attributes: {
        kind: "agent",
        import: importedFrom(first),
        ...(name === null ? {} : { agent: name }),
        ...(version === null ? {} : { agent_version: version }),
        atif: withoutUnset({
          ...{ schema_version, trajectory_id: record.trajectory_id, session_id: record.session_id, agent },
          ...{ notes, final_metrics, continued_trajectory_ref, extra },
        }),
      },
      inputs: {
        messages: steps
          .slice(
            0,
            Math.max(
              0,
              steps.findIndex(({ isAgent }) => isAgent),
            ),
          )
          .map(({ message }) => message),
      },
      output: steps.findLast(({ isAgent }) => isAgent)?.message.content ?? null,
    };
  }

  #readStep(trajectory: Trajectory, step: AtifStep, startedBy: Map<string, string>): void {
    const { id, agent } = trajectory;
    const { record } = step;
    const metrics = objectOf(record, "metrics");
    if (["prompt_token_ids", "completion_token_ids", "logprobs"].some((name) => name in metrics))
      this.losses.add(TOKEN_IDS);
    if (step.hasFiles) this.losses.add(FILES);
    const stepId = sourceId(TOOL, "step", id, step.key);
    // An agent may act without a model: such a step has only its tools.
    if (numberOf(record.llm_call_count) !== 0) {
      const model = textOf(record, "model_name") ?? textOf(agent, "model_name");
      const costUsd = numberOf(metrics.cost_usd);
      const { reasoning_effort, llm_call_count, extra } = record;
      this.calls.push({
        ...this.#shared(trajectory, step),
        ...{ id: stepId, parentId: id, name: "chat", exception: null },
        attributes: {
          kind: "llm",
          ...(model === null ? {} : { model }),
          import: importedFrom(step),
          atif: withoutUnset({
            step_id: record.step_id,
            reasoning_effort,
            llm_call_count,
            extra,
            metrics: metrics.extra,
          }),
          ...(costUsd === null ? {} : { cost_as_sent_usd: costUsd }),
        },
        inputs: { ...(model === null ? {} : { model }), messages: step.newMessages },
        output: { choices: [{ index: 0, message: step.message }] },
        usage: usageOfCounts(model, {
          input: numberOf(metrics.prompt_tokens),
          output: numberOf(metrics.completion_tokens),
          total: null,
          cacheRead: numberOf(metrics.cached_tokens),
        }),
      });
    }
    this.#readTools(trajectory, step, startedBy);
  }

  #readTools(trajectory: Trajectory, step: AtifStep, startedBy: Map<string, string>): void {
    for (const [index, { call, result }] of step.tools.entries()) {
      const callId = sourceId(TOOL, "tool", trajectory.id, step.key, textOf(call, "tool_call_id") ?? String(index));
      for (const ref of objectsIn(result?.subagent_trajectory_ref)) {
        const below = textOf(ref, "trajectory_id") ?? textOf(ref, "session_id");
        if (below !== null) startedBy.set(below, callId);
      }
      const subagents = objectsIn(result?.subagent_trajectory_ref);
      this.calls.push({
        ...this.#shared(trajectory, step),
        ...{
          id: callId,
          parentId: trajectory.id,
          name: textOf(call, "function_name") ?? "tool",
          exception: null,
          usage: null,
        },
        attributes: {
          kind: "tool",
          ...(call.tool_call_id == null ? {} : { tool_call_id: call.tool_call_id }),
          import: importedFrom(step),
          atif: withoutUnset({
            ...{ extra: call.extra, result: result?.extra },
            subagent_trajectory_ref: subagents.length === 0 ? undefined : subagents,
          }),
        },
        inputs: objectOf(call, "arguments"),
        output: result?.content ?? null,
      });
    }
  }
}

const importedFrom = (step: AtifStep | undefined) => ({
  source: "atif",
  ...(step?.isTimeInvented ? { invented_times: true } : {}),
});

const withoutUnset = (members: Members): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));

/**
 * Reads a trajectory in the Agent Trajectory Interchange Format, with the subagents in it. Null for any other value.
 *
 * The trajectory is a call of its agent, each step of the agent a call of its model, and each tool call one beside it. A step
 * says only when it began, so it ends with the beginning of the next one.
 */
export function atifItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  const version = value.schema_version;
  if (typeof version !== "string" || !version.startsWith("ATIF-")) return null;
  if (!IS_VERSION.test(version))
    return [skippedRecord(context, `Trajectories of ${version} are not read; ATIF-v1 is.`)];
  if (!Array.isArray(value.steps)) return [skippedRecord(context, "The trajectory has no steps.")];
  const reader = new TrajectoryReader(context.inventedFromMs);
  reader.read(value, null);
  const source = { tool: TOOL, record: "trajectory", becomes: "call of its agent, with its steps and tools" } as const;
  return [sourceItem(context, source, { calls: reader.calls, losses: [...reader.losses] })];
}
