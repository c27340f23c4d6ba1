import type { Call } from "@/lib/api/contract/calls/calls";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type ParsedGroup, scalarsIn, withChoices } from "./read-value";

/** The fields read from a call to build a trajectory from it and its neighbors. */
export type ConversationCall = Pick<Call, "id" | "op_name" | "attributes" | "inputs" | "output" | "parent_id">;

/** The input messages of a model call and its answer, in the OpenAI form. */
export interface ModelTurn {
  readonly prompt: readonly Members[];
  readonly answers: readonly Members[];
  readonly tools: unknown;
}

const isMessage = (value: unknown): value is Members => isMembers(value) && typeof value.role === "string";

/** Reads a call as a model turn; null when its payload does not have OpenAI's chat form. */
export function modelTurn({ inputs, output }: Pick<ConversationCall, "inputs" | "output">): ModelTurn | null {
  const members: Members = isMembers(inputs) ? inputs : {};
  const prompt = members.messages;
  if (!Array.isArray(prompt) || !prompt.every(isMessage)) return null;
  return { prompt, answers: answersOf(output), tools: Array.isArray(members.tools) ? members.tools : null };
}

/** The first choice as it was logged, with its finish reason and logprobs; or only a message. */
function answersOf(output: unknown): Members[] {
  if (!isMembers(output)) return [];
  const [choice] = Array.isArray(output.choices) ? (output.choices as unknown[]) : [];
  if (isMembers(choice) && isMembers(choice.message)) {
    const { message } = choice;
    if (choice.finish_reason == null) return withChoices([{ role: "assistant", ...message }]) as Members[];
    return [{ index: 0, logprobs: null, ...choice, message: { role: "assistant", ...message } }];
  }
  return isMessage(output) ? (withChoices([output]) as Members[]) : [];
}

const plain = (item: Members): Members => (isMembers(item.message) && "finish_reason" in item ? item.message : item);

/** Messages are compared by role, content and tool calls: clients add and drop null members between two calls. */
function keyOf(item: Members): string {
  const { role, content, tool_calls } = plain(item);
  return JSON.stringify([role, content ?? null, tool_calls ?? null]);
}

interface History {
  readonly keys: readonly string[];
  readonly items: readonly Members[];
  readonly tools: unknown;
}

/**
 * Joins model turns, oldest first, into histories: a turn whose input contains a full earlier history continues it, and
 * sampled answers stay choices. Other turns start their own history.
 */
export function historiesOf(turns: readonly ModelTurn[]): History[] {
  const histories: History[] = [];
  for (const { prompt, answers, tools } of turns) {
    const keys = prompt.map(keyOf);
    const before = histories.findIndex((history) => history.keys.every((key, at) => key === keys[at]));
    const known = before < 0 ? undefined : histories[before];
    const choices = withChoices(prompt) as Members[];
    const items = [...(known ? known.items : []), ...choices.slice(known?.items.length ?? 0), ...answers];
    const history = { keys: [...keys, ...answers.map(keyOf)], items, tools: tools ?? known?.tools ?? null };
    if (before < 0) histories.push(history);
    else histories[before] = history;
  }
  return histories;
}

/** The data of a conversation besides its messages. */
export interface ConversationFacts {
  /** Sent as metadata, so that a job can be traced to its threads: `thread_id`, `trace_id`. */
  readonly ids: Members;
  /** Attributes of its calls; later ones replace earlier ones. */
  readonly attributes: Members;
  /** Members of feedback by type: `reward.value`. */
  readonly feedback: Members;
  /** The answers of reviewers: `reward`. Absent where nothing was reviewed. */
  readonly review?: Members;
  /** Messages after the last model turn. */
  readonly trailing: readonly Members[];
}

/** Attributes about how a call was logged, not about its work. */
const NOT_METADATA = new Set(["kind", "import", "weave", "model"]);

/**
 * Builds a trajectory from a thread or a trace. Its longest history is the trajectory, others are additional histories.
 * Null when no turn contains messages.
 */
export function conversationTrajectory(
  turns: readonly ModelTurn[],
  { ids, attributes, feedback, review, trailing }: ConversationFacts,
  place: string,
): ParsedGroup | null {
  const histories = historiesOf(turns).sort((left, right) => right.items.length - left.items.length);
  const [main, ...others] = histories;
  if (!main || main.items.length === 0) return null;
  const known = Object.fromEntries(Object.entries(attributes).filter(([name]) => !NOT_METADATA.has(name)));
  const { reward: _reward, ...described } = scalarsIn(known).fields;
  const value = {
    messages_and_choices: [...main.items, ...trailing],
    ...(main.tools === null ? {} : { tools: main.tools }),
    ...(others.length === 0
      ? {}
      : { additional_histories: others.map(({ items, tools }) => ({ messages_and_choices: items, tools })) }),
    metadata: { ...described, ...ids },
  };
  return {
    place,
    isGroup: false,
    members: {},
    trajectories: [{ place, value, leftOut: [], about: { ...(review && { review }), attributes: known, feedback } }],
  };
}
