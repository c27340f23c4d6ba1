import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import type { ImportedFeedback } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { RefMap } from "./ref-map";
import type { WeaveProject, WeaveTarget } from "./weave-service";
import type { WeaveTally } from "./weave-tally";

const PER_PAGE = 500;
const PER_REQUEST = 100;

/** The members of feedback that are sent again; the others are the service's. */
const REFS = ["annotation_ref", "runnable_ref", "call_ref", "trigger_ref"] as const;

interface FeedbackContext {
  readonly source: WeaveProject;
  readonly target: WeaveTarget;
  readonly refs: RefMap;
  readonly tally: WeaveTally;
  readonly signal?: AbortSignal;
}

const UNSUPPORTED = "One of the two services has no feedback, so none is copied from here on.";

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

function feedbackOf(record: Members, projectId: string): ImportedFeedback | null {
  const [id, ref, type] = [textOf(record.id), textOf(record.weave_ref), textOf(record.feedback_type)];
  if (id === null || ref === null || type === null) return null;
  const refs = REFS.flatMap((name) => (textOf(record[name]) === null ? [] : [[name, textOf(record[name])] as const]));
  return {
    id,
    project_id: projectId,
    weave_ref: ref,
    feedback_type: type,
    payload: isMembers(record.payload) ? record.payload : {},
    ...(textOf(record.creator) === null ? {} : { creator: textOf(record.creator) }),
    ...Object.fromEntries(refs),
  };
}

/** The ids among some that a project has feedback of. */
async function storedIds({ projectId, ask }: WeaveProject, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { result } = await ask("feedback.query", {
    project_id: projectId,
    fields: ["id"],
    query: { $expr: { $in: [{ $getField: "id" }, ids.map((id) => ({ $literal: id }))] } },
  });
  return new Set(result.map(({ id }) => String(id)));
}

async function send(batch: readonly ImportedFeedback[], { target, tally }: FeedbackContext): Promise<void> {
  try {
    await target.call("feedback.createBatch", { batch: [...batch] });
    tally.add("feedback", { stored: batch.length });
  } catch (error) {
    if (!target.isRefusal(error) && !target.stored.isUnsupported(error)) throw error;
    // One by one: a record that is refused, as one that was deleted here, keeps back no other.
    for (const record of batch) await sendOne(record, target, tally);
  }
}

async function sendOne(record: ImportedFeedback, target: WeaveTarget, tally: WeaveTally): Promise<void> {
  try {
    await target.call("feedback.create", record);
    tally.add("feedback", { stored: 1 });
  } catch (error) {
    if (!target.isRefusal(error)) throw error;
    tally.skip("feedback", `feedback ${record.id}`, errorMessage(error));
  }
}

/** Sends a page of feedback as far as it is not there yet. */
async function copyPage(records: readonly Members[], context: FeedbackContext): Promise<void> {
  const { target, refs, tally } = context;
  const { stored } = target;
  tally.add("feedback", { read: records.length });
  const known = records.flatMap((record) => {
    const rewritten = parseJson(refs.rewritten(stringifyJson(record)));
    const feedback = isMembers(rewritten) ? feedbackOf(rewritten, stored.projectId) : null;
    if (feedback === null) tally.skip("feedback", `feedback ${String(record.id)}`, "It has no id, ref or type.");
    return feedback === null ? [] : [feedback];
  });
  if (known.length === 0) return;
  const ids = known.map(({ id }) => String(id));
  const present = await storedIds(stored, ids);
  const missing = known.filter(({ id }) => !present.has(String(id)));
  tally.add("feedback", { present: known.length - missing.length });
  for (let from = 0; from < missing.length; from += PER_REQUEST) {
    await send(missing.slice(from, from + PER_REQUEST), context);
  }
}

/** Copies the feedback of a project. What is there already, by its id, stays as it is. */
export async function copyFeedback(context: FeedbackContext): Promise<void> {
  const { source, target, tally, signal } = context;
  for (let offset = 0; ; offset += PER_PAGE) {
    signal?.throwIfAborted();
    try {
      const { result } = await source.ask("feedback.query", {
        project_id: source.projectId,
        sort_by: [{ field: "created_at", direction: "asc" }],
        limit: PER_PAGE,
        offset,
      });
      await copyPage(result, context);
      if (result.length < PER_PAGE) return;
    } catch (error) {
      if (!source.isUnsupported(error) && !target.stored.isUnsupported(error)) throw error;
      tally.losses.add(UNSUPPORTED, "feedback");
      return;
    }
  }
}
