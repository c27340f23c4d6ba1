import { HEDDLE_MEMBER, numberOfAnswer, optionRewards } from "@/lib/api/contract/feedback/answer-rewards";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { type AnnotationSpec, readSpec } from "@/lib/feedback/annotation";
import { isMembers } from "@/lib/json/value/members";

/** A question of a rubric: an annotation specification, and what Heddle adds to its schema. */
export interface Question extends AnnotationSpec {
  readonly isOptional: boolean;
  /** The answer is what the output should have been. */
  readonly isCorrection: boolean;
  /** The reward of each option by its text; empty for other kinds. */
  readonly rewards: ReadonlyMap<string, number>;
}

/** Reads a question from a version of its AnnotationSpec object. */
export function readQuestion(projectId: string, version: ObjectVersion): Question {
  const spec = readSpec(projectId, version);
  const schema = isMembers(version.val) && isMembers(version.val.field_schema) ? version.val.field_schema : {};
  const own = isMembers(schema[HEDDLE_MEMBER]) ? schema[HEDDLE_MEMBER] : {};
  return {
    ...spec,
    isOptional: own.optional === true,
    isCorrection: own.role === "corrected_output" && spec.field.kind === "text",
    rewards: optionRewards(schema),
  };
}

/** True when answers to the question can be rewards. */
export function hasRewards({ field, rewards }: Question): boolean {
  if (field.kind === "boolean" || field.kind === "number") return true;
  return field.kind === "choice" && (rewards.size > 0 || field.options.every((option) => typeof option === "number"));
}

/** Returns the least reward that an answer can give; null where there is no least one. */
export function leastReward({ field, rewards }: Pick<Question, "field" | "rewards">): number | null {
  if (field.kind === "boolean") return 0;
  if (field.kind === "number") return field.least;
  if (field.kind !== "choice") return null;
  const known = field.options.flatMap((option) => numberOfAnswer(rewards, option) ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

/** The most choices that are shown side by side, each with a digit as its key. */
const MAX_KEYED_CHOICES = 9;

/** One of the answers that a digit chooses. */
export interface Choice {
  /** The digit. */
  readonly key: string;
  readonly label: string;
  /** As typed into a field: `enteredValue` reads it. */
  readonly text: string;
}

/**
 * Returns the answers that are chosen and not typed; empty for a question with a text field. A short scale of whole
 * numbers has its own digits as keys.
 */
export function choicesOf({ field }: Pick<Question, "field">): readonly Choice[] {
  if (field.kind === "boolean")
    return [
      { key: "1", label: "Yes", text: "true" },
      { key: "2", label: "No", text: "false" },
    ];
  if (field.kind === "choice") {
    return field.options.map((option, index) => ({
      key: index < MAX_KEYED_CHOICES ? String(index + 1) : "",
      label: String(option),
      text: String(option),
    }));
  }
  if (field.kind !== "number" || !field.isInteger || field.least === null || field.most === null) return [];
  const { least, most } = field;
  const count = Math.floor(most) - Math.ceil(least) + 1;
  if (count < 2 || count > MAX_KEYED_CHOICES) return [];
  const isOwnKey = least >= 1 && most <= MAX_KEYED_CHOICES;
  return Array.from({ length: count }, (_, index) => {
    const value = String(Math.ceil(least) + index);
    return { key: isOwnKey ? value : String(index + 1), label: value, text: value };
  });
}
