import { HEDDLE_MEMBER } from "@/lib/api/contract/feedback/answer-rewards";
import { objectName } from "@/lib/api/contract/objects/object-name";
import type { Dictionary } from "@/lib/json/value/value-kind";

export const questionKinds = ["boolean", "choice", "number", "text", "correction"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question that is being written. */
export interface QuestionDraft {
  readonly title: string;
  readonly description: string;
  readonly kind: QuestionKind;
  /** Options of a choice, one per line; `= 0.5` after one is its reward. */
  readonly options: string;
  /** Bounds of a number, as typed. */
  readonly least: string;
  readonly most: string;
  readonly isOptional: boolean;
}

/** A question that only needs a title. */
export const emptyQuestion: QuestionDraft = {
  title: "",
  description: "",
  kind: "boolean",
  options: "Good = 1\nBad = 0\nNot sure",
  least: "1",
  most: "5",
  isOptional: false,
};

/** A version of an AnnotationSpec object to publish. */
export interface SpecToPublish {
  /** The object's id, a part of the type of its feedback. */
  readonly name: string;
  readonly val: Dictionary;
}

/** An error in one member of a draft. */
export interface QuestionProblem {
  readonly member: "title" | "options" | "least";
  readonly message: string;
}

const REWARD_AFTER = /^(.*\S)\s*=\s*([^\s=]+)$/;

/** An option of a choice. */
interface Option {
  readonly text: string;
  readonly reward: number | null;
}

function readOption(line: string): Option {
  const [, text, reward] = REWARD_AFTER.exec(line) ?? [];
  const number = Number(reward);
  // "a = b" without a number is an option of that name.
  return text === undefined || !Number.isFinite(number) ? { text: line, reward: null } : { text, reward: number };
}

const optionsOf = (text: string): readonly Option[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readOption);

/** Returns why a draft cannot be published; null when it can. */
export function questionProblem(draft: QuestionDraft): QuestionProblem | null {
  if (objectName(draft.title) === "") {
    return { member: "title", message: "Enter a title with letters or digits." };
  }
  if (draft.kind === "choice") {
    const options = optionsOf(draft.options).map(({ text }) => text);
    if (options.length < 2) return { member: "options", message: "Enter at least two options, one per line." };
    const repeated = options.find((option, at) => options.indexOf(option) !== at);
    return repeated === undefined ? null : { member: "options", message: `"${repeated}" is there twice.` };
  }
  if (draft.kind !== "number") return null;
  const [least, most] = [boundOf(draft.least), boundOf(draft.most)];
  if (Number.isNaN(least) || Number.isNaN(most))
    return { member: "least", message: "Bounds must be numbers, or empty." };
  if (least !== null && most !== null && least >= most)
    return { member: "least", message: "The lowest number must be below the highest." };
  return null;
}

/** Null for none, NaN for what is not a number. */
const boundOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

function schemaOf(draft: QuestionDraft): { readonly schema: Dictionary; readonly own: Dictionary } {
  switch (draft.kind) {
    case "boolean":
      return { schema: { type: "boolean" }, own: {} };
    case "choice": {
      const options = optionsOf(draft.options);
      const rewards = options.flatMap(({ text, reward }): [string, number][] =>
        reward === null ? [] : [[text, reward]],
      );
      return {
        schema: { type: "string", enum: options.map(({ text }) => text) },
        own: rewards.length === 0 ? {} : { rewards: Object.fromEntries(rewards) },
      };
    }
    case "number": {
      const [least, most] = [boundOf(draft.least), boundOf(draft.most)];
      const isWhole = [least, most].every((bound) => bound !== null && Number.isInteger(bound));
      return {
        schema: {
          type: isWhole ? "integer" : "number",
          ...(least === null ? {} : { minimum: least }),
          ...(most === null ? {} : { maximum: most }),
        },
        own: {},
      };
    }
    case "text":
      return { schema: { type: "string" }, own: {} };
    case "correction":
      return { schema: { type: "string" }, own: { role: "corrected_output" } };
  }
}

/** Returns the object of a valid draft, in the shape of the Python client's `AnnotationSpec`. */
export function specOf(draft: QuestionDraft): SpecToPublish {
  const { schema, own: kindSettings } = schemaOf(draft);
  const own = { ...kindSettings, ...(draft.isOptional ? { optional: true } : {}) };
  const fieldSchema = Object.keys(own).length === 0 ? schema : { ...schema, [HEDDLE_MEMBER]: own };
  const title = draft.title.trim();
  return {
    name: objectName(title),
    val: {
      _type: "AnnotationSpec",
      _class_name: "AnnotationSpec",
      _bases: ["BaseObject", "BaseModel"],
      name: title,
      description: draft.description.trim() === "" ? null : draft.description.trim(),
      field_schema: fieldSchema,
      unique_among_creators: false,
      op_scope: null,
    },
  };
}
