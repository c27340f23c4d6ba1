import { createHash } from "node:crypto";
import { type Attributes, emptyAttributes } from "./attribute-values";
import { attributeAt } from "./expand-attributes";
import { shortName } from "./short-name";

/** A judgement of the answer of a span, in an event of the span or in a log record that names it. */
export interface SpanScore {
  readonly name: string;
  /** With `value`, a number or a label, by which the score is counted. */
  readonly payload: Attributes;
  /** Differs between two judgements of one span; the same when one is sent again. */
  readonly key: string;
}

const EVENT = "gen_ai.evaluation.result";

/** Members of a score's payload besides its value, and their attributes. */
const DETAILS = {
  label: "gen_ai.evaluation.score.label",
  explanation: "gen_ai.evaluation.explanation",
  response_id: "gen_ai.response.id",
  error_type: "error.type",
} as const;

/** Types of feedback that mean something else begin like this. */
const RESERVED = /^wandb\./;
/** Types of feedback must be shorter than this. */
const NAME_LIMIT = 256;

export const isScoreEvent = (name: string): boolean => name === EVENT;

/** Returns the judgement in an event; null for any other event. */
export function scoreOfEvent(event: {
  readonly name: string;
  readonly timeNanos: bigint | string;
  readonly attributes: Attributes;
}): SpanScore | null {
  if (!isScoreEvent(event.name)) return null;
  const at = (path: string) => attributeAt(event.attributes, path) ?? undefined;
  const sent = at("gen_ai.evaluation.name");
  const name = typeof sent === "string" && sent !== "" ? sent : "evaluation";
  const payload = emptyAttributes();
  const value = at("gen_ai.evaluation.score.value") ?? at(DETAILS.label);
  if (value !== undefined) payload.value = value;
  for (const [member, path] of Object.entries(DETAILS)) if (at(path) !== undefined) payload[member] = at(path);
  return {
    name: shortName(RESERVED.test(name) ? `evaluation.${name}` : name, NAME_LIMIT),
    payload,
    key: createHash("sha256")
      .update(`${event.timeNanos} ${name} ${JSON.stringify(payload)}`)
      .digest("hex"),
  };
}
