import type { ScorerKind } from "./prepare-scores";

interface ScorerDescription {
  readonly label: string;
  /** The condition for the reward 1. */
  readonly about: string;
  /** The label of the text to look for; null when there is none. */
  readonly field: string | null;
}

/** The name of each scorer, and when it gives a reward. */
export const scorerDescriptions: Readonly<Record<ScorerKind, ScorerDescription>> = {
  marks: { label: "Manual marks", about: "1 and 0 mark the selected answer as good or bad.", field: null },
  exact: {
    label: "Exact",
    about: "The answer equals this text. If empty, the original answer of the prompt.",
    field: "Text",
  },
  contains: {
    label: "Contains",
    about: "The answer contains this text, ignoring case. If empty, the original answer of the prompt.",
    field: "Text",
  },
  pattern: { label: "Regular expression", about: "The answer contains a match.", field: "Regular expression" },
  json: { label: "Valid JSON", about: "The answer is valid JSON.", field: null },
  length: { label: "Length", about: "Maximum number of characters.", field: "Characters" },
};
