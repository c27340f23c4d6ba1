import { fieldWords } from "@/lib/calls/field-words";
import { dataFence } from "@/lib/fence/data-fence";

/** A question in words, and the names of the project that a query may use. Values of calls are not part of it. */
export interface QueryQuestion {
  readonly sentence: string;
  /** Plain names of ops. */
  readonly ops: readonly string[];
  /** Paths inside calls, such as `attributes.env`. */
  readonly paths: readonly string[];
  readonly nowMs: number;
}

export interface QuestionMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export const MAX_SENTENCE_LENGTH = 1000;
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 120;

const GRAMMAR = `You translate a sentence into one query for a list of traced calls of LLM programs.

Grammar: terms separated by spaces, all of which must hold (AND). There is no OR between terms and there are no parentheses.
- field:value is equal, field:a,b is any of, field:~text contains, -field:value is not, field:* has any value
- field:>value, field:>=value, field:<value, field:<=value compare
- a word or a "quoted phrase" without a field is text in the inputs or the output
- values with spaces, commas or quotes are in double quotes; \\" is a quote inside them

Fields:
${fieldWords.map((words) => `- ${words}`).join("\n")}
- score.NAME: value of a score

Use only these fields and the names below. If the sentence cannot be expressed, choose the closest query.
Answer with one JSON object and nothing else: {"query": "..."}`;

function names(list: readonly string[]): string {
  return JSON.stringify(list.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH)));
}

/** An id that whoever wrote the names could not know. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The request for a query: the grammar, the names of the project between marks, and the sentence. */
export function questionMessages({ sentence, ops, paths, nowMs }: QueryQuestion): readonly QuestionMessage[] {
  const { rule, open, close } = dataFence(randomId());
  const project = [
    `The names of the project are below. ${rule}`,
    `Ops: ${open}${names(ops)}${close}`,
    `Paths: ${open}${names(paths)}${close}`,
    `Now: ${new Date(nowMs).toISOString()} (UTC)`,
  ];
  return [
    { role: "system", content: `${GRAMMAR}\n\n${project.join("\n")}` },
    { role: "user", content: sentence.slice(0, MAX_SENTENCE_LENGTH) },
  ];
}
