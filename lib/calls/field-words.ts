import { type CallField, callFields } from "./field-table";

const wordsOfField = ({ name, type, hint, words }: CallField): string => {
  const values = words === undefined ? "" : `, one of ${Object.keys(words).join(", ")}`;
  return `${name}${type === "json" ? "PATH" : ""}: ${hint}${values}`;
};

/** Each field of the query box with what it is, for agents and models. */
export const fieldWords: readonly string[] = callFields.map(wordsOfField);
