import type { Call } from "@/lib/api/contract/calls/calls";
import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { callKind, opLabel } from "@/lib/calls/call-facts";
import { readPreviews } from "@/lib/calls/read-previews";
import { type ProjectAddress, readCalls } from "@/lib/thread/read-thread-calls";

/** A call of a tool below a trial. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The beginning of its inputs; null where it has none. */
  readonly input: string | null;
  readonly hasFailed: boolean;
}

/** The tool calls of several trials, by the id of the trial's call. */
export interface ToolCalls {
  readonly byTrial: ReadonlyMap<string, readonly ToolCall[]>;
  /** True where more calls exist than were read. */
  readonly isCut: boolean;
}

const FACTS = ["op_name", "parent_id", "started_at", "exception", "attributes"];

/** Calls below a trial are followed this deep. */
const MAX_DEPTH = 8;
/** Calls whose children are read in one request; more of one level are left out. */
const MAX_IDS = 500;
/** Tool calls that are shown of one trial. */
const MAX_TOOL_CALLS = 50;

/**
 * Reads the calls of tools below the model's calls of trials, oldest first.
 *
 * @throws RequestFailure, AbortError, and ResponseCutShortError when a response broke off
 */
export async function readToolCalls(address: ProjectAddress, trials: readonly EvaluationTrial[]): Promise<ToolCalls> {
  const trialOf = new Map(trials.map((trial) => [trial.model_call_id ?? trial.call_id, trial.call_id]));
  const tools = new Map<string, Call[]>(trials.map(({ call_id: id }) => [id, []]));
  let isCut = false;
  let ids = [...trialOf.keys()];
  for (let depth = 0; depth < MAX_DEPTH && ids.length > 0; depth++) {
    const found = await readCalls(address, { parent_ids: ids }, FACTS);
    for (const call of found) {
      const trial = trialOf.get(call.parent_id ?? "");
      if (trial === undefined) continue;
      trialOf.set(call.id, trial);
      if (callKind(call) === "tool") tools.get(trial)?.push(call);
    }
    isCut ||= found.length > MAX_IDS;
    ids = found.slice(0, MAX_IDS).map(({ id }) => id);
  }
  const shown = new Map(
    [...tools].map(([trial, calls]) => {
      isCut ||= calls.length > MAX_TOOL_CALLS;
      return [trial, calls.sort(byStart).slice(0, MAX_TOOL_CALLS)];
    }),
  );
  const previewed = [...shown.values()].flat().map(({ id }) => id);
  const previews = new Map(previewed.length === 0 ? [] : await readPreviews({ ...address, ids: previewed }));
  const byTrial = new Map(
    [...shown].map(([trial, calls]) => [
      trial,
      calls.map(
        (call): ToolCall => ({
          id: call.id,
          name: opLabel(call.op_name),
          input: previews.get(call.id)?.input?.text ?? null,
          hasFailed: typeof call.exception === "string" && call.exception !== "",
        }),
      ),
    ]),
  );
  return { byTrial, isCut };
}

const byStart = (left: Call, right: Call): number =>
  left.started_at < right.started_at ? -1 : left.started_at > right.started_at ? 1 : 0;
