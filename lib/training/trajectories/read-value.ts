import { isLosslessNumber } from "lossless-json";
import { type SavedRollout, savedRollouts } from "@/lib/import/verifiers-rollouts";
import { isMembers, type Members } from "@/lib/json/value/members";

/** A trajectory in the interface's shape, and its location in the source, for display. */
interface ParsedTrajectory {
  readonly place: string;
  readonly value: Members;
  /** Members of the source that do not fit into a trajectory. */
  readonly leftOut: readonly string[];
  /** Values for groups and rewards besides the trajectory's own members. */
  readonly about: Members;
}

export interface ParsedGroup {
  readonly place: string;
  /** True if the source itself groups these; a single trajectory is not a group. */
  readonly isGroup: boolean;
  /** Everything of the group but its trajectories: exceptions, metadata, metrics, logs. */
  readonly members: Members;
  readonly trajectories: readonly ParsedTrajectory[];
}

/** A problem at a location of a source, where there is no trajectory that could be shown with its error. */
export interface ReadProblem {
  readonly place: string;
  readonly reason: string;
}

export interface ReadValue {
  readonly groups: readonly ParsedGroup[];
  readonly problems: readonly ReadProblem[];
}

const NEITHER =
  "Not training data: expected trajectory_groups, trajectories, messages_and_choices, messages, traj, or prompt and completion.";

const MESSAGE_LISTS = ["messages", "traj"] as const;

/** True if a value is itself a message, as in a file that is one list of messages. */
export function isMessageLike(value: unknown): boolean {
  return isMembers(value) && typeof value.role === "string" && !("messages" in value);
}

const under = (place: string, path: string) => (place === "" ? path : `${place}, ${path}`);

/**
 * Reads the groups of trajectories from one value of a file: a request's body, a group as it is sent or as ART writes
 * it, one trajectory, a recorded list of messages with a reward, or a rollout of verifiers. Values that cannot be read are reported with their
 * location.
 */
export function readTrainingValue(value: unknown, place: string): ReadValue {
  if (Array.isArray(value) && value.length > 0 && value.every(isMessageLike)) {
    return singleValue(place, { messages: value });
  }
  if (!isMembers(value)) return { groups: [], problems: [{ place, reason: NEITHER }] };
  if ("trajectory_groups" in value) return readBody(value.trajectory_groups, place);
  if ("trajectories" in value) return readGroup(value, place);
  if ("messages_and_choices" in value || MESSAGE_LISTS.some((name) => name in value)) return singleValue(place, value);
  const rollouts = savedRollouts(value);
  if (rollouts !== null) return readRollouts(rollouts, place);
  return { groups: [], problems: [{ place, reason: NEITHER }] };
}

function singleValue(place: string, value: Members): ReadValue {
  const trajectory = readTrajectory(value, place);
  return { groups: [{ place, isGroup: false, members: {}, trajectories: [trajectory] }], problems: [] };
}

/** Each rollout by itself: rollouts of one task are on different lines. */
function readRollouts(rollouts: readonly SavedRollout[], place: string): ReadValue {
  const read = rollouts.map(({ messages, isSampled, tools, reward, metrics, rest }, index) => {
    const at = rollouts.length === 1 ? place : under(place, `rollout ${index + 1}`);
    // Answers in the prompt are examples, which the model did not generate.
    const marked = messages.map((message, of) =>
      message.role === "assistant" ? { ...message, trainable: isSampled[of] === true } : message,
    );
    return singleValue(at, {
      ...rest,
      messages: marked,
      ...(tools === undefined ? {} : { tools }),
      ...(reward === undefined ? {} : { reward }),
      ...(metrics === undefined ? {} : { metrics }),
    });
  });
  return { groups: read.flatMap(({ groups }) => groups), problems: [] };
}

function readBody(groups: unknown, place: string): ReadValue {
  const path = under(place, "trajectory_groups");
  if (!Array.isArray(groups)) return { groups: [], problems: [{ place: path, reason: "Expected a list." }] };
  const read = groups.map((group: unknown, index): ReadValue => {
    const at = `${path}[${index}]`;
    return isMembers(group) && "trajectories" in group
      ? readGroup(group, at)
      : { groups: [], problems: [{ place: at, reason: "Expected a group with trajectories." }] };
  });
  return { groups: read.flatMap((one) => one.groups), problems: read.flatMap((one) => one.problems) };
}

function readGroup({ trajectories, ...members }: Members, place: string): ReadValue {
  const path = under(place, "trajectories");
  if (!Array.isArray(trajectories)) return { groups: [], problems: [{ place: path, reason: "Expected a list." }] };
  const parsedTrajectories: ParsedTrajectory[] = [];
  const problems: ReadProblem[] = [];
  for (const [index, one] of (trajectories as unknown[]).entries()) {
    const at = `${path}[${index}]`;
    if (isMembers(one)) parsedTrajectories.push(readTrajectory(one, at));
    else problems.push({ place: at, reason: "Expected a trajectory." });
  }
  return { groups: [{ place, isGroup: true, members, trajectories: parsedTrajectories }], problems };
}

/** Returns a trajectory unchanged, or built from a plain list of messages. */
function readTrajectory(value: Members, place: string): ParsedTrajectory {
  const list = MESSAGE_LISTS.find((name) => name in value);
  if ("messages_and_choices" in value || list === undefined) return { place, value, leftOut: [], about: {} };
  const { [list]: messages, tools, additional_histories, reward, metrics, metadata, logs, ...rest } = value;
  const { fields, skipped } = scalarsIn(rest);
  return {
    place,
    value: {
      messages_and_choices: Array.isArray(messages) ? withChoices(messages) : messages,
      ...(reward === undefined ? {} : { reward }),
      ...(tools === undefined ? {} : { tools }),
      ...(additional_histories === undefined ? {} : { additional_histories }),
      ...(metrics === undefined ? {} : { metrics }),
      metadata: { ...fields, ...(isMembers(metadata) ? metadata : {}) },
      ...(logs === undefined ? {} : { logs }),
    },
    leftOut: skipped,
    about: {},
  };
}

/**
 * Only choices are trained on, and a recorded list has none: the assistant's answers become choices. Where ART marked
 * trainable messages, only those do.
 */
export function withChoices(messages: readonly unknown[]): unknown[] {
  const isMarked = messages.some((message) => isMembers(message) && message.trainable !== undefined);
  return messages.map((message) => {
    if (!isMembers(message) || "finish_reason" in message) return message;
    const { trainable, ...plain } = message;
    return message.role === "assistant" && (!isMarked || trainable === true) ? choiceOf(plain) : plain;
  });
}

function choiceOf({ logprobs, ...message }: Members): Members {
  const asksForTools = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  return { finish_reason: asksForTools ? "tool_calls" : "stop", index: 0, logprobs: logprobs ?? null, message };
}

export type Scalar = string | number | boolean;

const MAX_DEPTH = 4;
const MAX_FIELDS = 40;
const MAX_TEXT_LENGTH = 2_000;

/** Strings, numbers and booleans inside a value by path, and the paths of values of other types. */
export function scalarsIn(value: Members): { fields: Record<string, Scalar>; skipped: string[] } {
  const fields: Record<string, Scalar> = Object.create(null);
  const skipped: string[] = [];
  let count = 0;
  const walk = (inner: Members, prefix: string, depth: number) => {
    for (const [name, member] of Object.entries(inner)) {
      const path = `${prefix}${name}`;
      const plain = isLosslessNumber(member) ? Number(member.value) : member;
      if (plain === null || plain === undefined) continue;
      const isField =
        typeof plain === "number" ||
        typeof plain === "boolean" ||
        (typeof plain === "string" && isExpectedShape(plain));
      if (isField && count < MAX_FIELDS) {
        fields[path] = plain as Scalar;
        count += 1;
      } else if (isMembers(plain) && depth < MAX_DEPTH) walk(plain, `${path}.`, depth + 1);
      else skipped.push(path);
    }
  };
  walk(value, "", 1);
  return { fields: { ...fields }, skipped };
}

const isExpectedShape = (text: string) => text.length <= MAX_TEXT_LENGTH;
