import { compileSelection } from "@/lib/calls/calls-query";
import type { QueryProblem } from "@/lib/filter/query-text";
import { type QueryQuestion, type QuestionMessage, questionMessages } from "./query-question";

/** A query that a model wrote. */
export interface AskedQuery {
  readonly query: string;
  /** What the query box would refuse; empty for a query that can run. */
  readonly problems: readonly QueryProblem[];
  /** 2 when the first answer was refused. */
  readonly attemptCount: number;
}

/** Sends messages to a model and returns the text of its answer. */
export type Complete = (messages: readonly QuestionMessage[]) => Promise<string>;

/** Returns what the query box refuses of a query, by its own parser. */
export function queryProblems(query: string): readonly QueryProblem[] {
  return compileSelection({ projectId: "", query, areRootsOnly: false, fromMs: null, toMs: null }).problems;
}

const THOUGHT_START = "<think>";
const THOUGHT_END = "</think>";

/** Removes what the model thought before it answered. A thought without an end stays. */
function withoutThoughts(answer: string): string {
  let kept = "";
  let at = 0;
  while (true) {
    const start = answer.indexOf(THOUGHT_START, at);
    const end = start === -1 ? -1 : answer.indexOf(THOUGHT_END, start);
    if (end === -1) return kept + answer.slice(at);
    kept += answer.slice(at, start);
    at = end + THOUGHT_END.length;
  }
}

/** Returns the query in an answer; models add fences and words around it. Null when there is none. */
export function readQueryAnswer(answer: string): string | null {
  const text = withoutThoughts(answer).trim();
  const objects = [...text.matchAll(/\{[^{}]*\}/g)].map(([object]) => object);
  for (const candidate of [text, ...objects]) {
    const query = queryMember(candidate);
    if (query !== null) return query;
  }
  const lines = text.replace(/^```\w*\s*|(?<!\s)\s*```$/g, "").split("\n");
  const [line] = lines;
  // Several lines are an explanation, and an unreadable object is not a query.
  if (line === undefined || lines.length > 1 || /^\s*[{[]/.test(line)) return null;
  return line.replace(/^`|`$/g, "").trim() || null;
}

function queryMember(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("query" in value)) return null;
    return typeof value.query === "string" && value.query.trim() !== "" ? value.query.trim() : null;
  } catch {
    // Not this part of the answer.
    return null;
  }
}

function checkAnswer(answer: string): Omit<AskedQuery, "attemptCount"> {
  const query = readQueryAnswer(answer);
  if (query === null) {
    const message = "the model did not answer with a query";
    return { query: "", problems: [{ message, text: answer.trim().slice(0, 200), start: 0 }] };
  }
  return { query, problems: queryProblems(query) };
}

function correction(problems: readonly QueryProblem[]): string {
  const errors = problems.map(({ text, start, message }) => `- ${JSON.stringify(text)} at ${start}: ${message}`);
  return `The query box does not accept this:\n${errors.join("\n")}\nAnswer again with one JSON object: {"query": "..."}`;
}

/**
 * Asks a model for the query that a sentence means. The query box's own parser checks the answer; a refused one is sent
 * back with the parser's errors once. A second refused answer is returned with its problems.
 *
 * @throws whatever `complete` throws
 */
export async function askQuery(question: QueryQuestion, complete: Complete): Promise<AskedQuery> {
  const messages = questionMessages(question);
  const answer = await complete(messages);
  const first = checkAnswer(answer);
  if (first.problems.length === 0) return { ...first, attemptCount: 1 };
  const again = await complete([
    ...messages,
    { role: "assistant", content: answer },
    { role: "user", content: correction(first.problems) },
  ]);
  return { ...checkAnswer(again), attemptCount: 2 };
}
