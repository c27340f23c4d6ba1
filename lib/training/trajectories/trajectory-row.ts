import { validationItems } from "@/lib/api/contract/errors/validation";
import { trajectory } from "@/lib/api/contract/training/trajectories";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type Scalar, scalarsIn } from "./read-value";
import { type TrajectoryOrigin, trajectoryOriginOf } from "./trajectory-origin";

/** A problem inside a trajectory: its path and message. */
interface TrajectoryProblem {
  readonly path: string;
  readonly message: string;
}

/** The page's data of a trajectory. Its text stays in a blob. */
export interface TrajectoryFacts {
  readonly place: string;
  /** Beginning of the user's first message. */
  readonly title: string;
  /** Hash of the first message, to group by. */
  readonly firstWords: string;
  /** Hash of all messages: equal for duplicate trajectories. */
  readonly fingerprint: string;
  readonly messageCount: number;
  /** Number of trained messages. */
  readonly choiceCount: number;
  /** Values for groups and rewards, by path. */
  readonly fields: Readonly<Record<string, Scalar>>;
  readonly problems: readonly TrajectoryProblem[];
  readonly leftOut: readonly string[];
  readonly origin: TrajectoryOrigin | null;
}

/** The reward is not checked with the rest: it may come from another member, or be typed. */
const withoutReward = trajectory.omit({ reward: true });

const MAX_FAULTS = 5;
const TITLE_LENGTH = 160;

/** Formats `["messages_and_choices","4","role"]` as `messages_and_choices[4].role`. */
function problemPathText(loc: readonly (string | number)[]): string {
  return loc.reduce<string>((path, part) => {
    if (/^\d+$/.test(String(part))) return `${path}[${part}]`;
    return path === "" ? String(part) : `${path}.${part}`;
  }, "");
}

/**
 * Returns the properties of a trajectory and its problems.
 *
 * @param value the trajectory as plain JSON
 */
export function trajectoryFacts(
  value: Members,
  { place, leftOut, about }: Pick<TrajectoryFacts, "place" | "leftOut"> & { readonly about: Members },
): TrajectoryFacts {
  const checked = withoutReward.safeParse(value);
  const items = checked.success ? [] : validationItems(checked.error, value, "body");
  const faults = items
    .slice(0, MAX_FAULTS)
    .map(({ loc, msg }) => ({ path: problemPathText(loc.slice(1)), message: msg }));
  const messages: readonly unknown[] = Array.isArray(value.messages_and_choices) ? value.messages_and_choices : [];
  const first = firstUserWords(messages);
  const { messages_and_choices: _messages, additional_histories: _more, tools: _tools, logs: _logs, ...rest } = value;
  return {
    place,
    title: first.slice(0, TITLE_LENGTH),
    firstWords: fingerprintOf(first),
    fingerprint: fingerprintOf(JSON.stringify(messages)),
    messageCount: messages.length,
    choiceCount: messages.filter(isChoice).length,
    fields: { ...scalarsIn(about).fields, ...scalarsIn(rest).fields },
    problems: messages.length === 0 && faults.length === 0 ? [EMPTY] : faults,
    leftOut,
    origin: trajectoryOriginOf(value.metadata),
  };
}

const EMPTY: TrajectoryProblem = { path: "messages_and_choices", message: "No messages" };

/** A choice differs from a message by its `finish_reason` and `message`. */
function isChoice(item: unknown): boolean {
  return isMembers(item) && "finish_reason" in item && isMembers(item.message);
}

function firstUserWords(messages: readonly unknown[]): string {
  for (const message of messages) {
    if (isMembers(message) && message.role === "user") return textOf(message.content);
  }
  return "";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isMembers(part) && typeof part.text === "string" ? part.text : "")).join("");
}

/**
 * A 53-bit hash of a text (cyrb53 by bryc, public domain). Among a hundred thousand texts, the chance of a collision is
 * one in a million.
 */
function fingerprintOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
