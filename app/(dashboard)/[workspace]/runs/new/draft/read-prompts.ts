import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** Tasks as typed, or the reason why they cannot be read. */
export interface ReadPrompts {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Names the line. */
  readonly problem: string | null;
}

function readLine(line: string): Readonly<Record<string, unknown>> | null {
  if (line.trimStart().startsWith("{")) {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  }
  const [prompt = "", ...answer] = line.split("\t");
  return answer.length === 0 ? { prompt: line.trim() } : { prompt: prompt.trim(), answer: answer.join("\t").trim() };
}

/** Reads a task from each line: a prompt, a prompt and its answer with a tab between them, or a JSON object. */
export function readPrompts(text: string): ReadPrompts {
  const items: Readonly<Record<string, unknown>>[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      const item = readLine(line);
      if (item !== null) items.push(item);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { items: [], problem: `Line ${index + 1} is not JSON: ${reason}` };
    }
  }
  return { items, problem: null };
}

const isPlain = (text: unknown): text is string =>
  typeof text === "string" && !/[\t\r\n]/.test(text) && !text.startsWith("{") && text.trim() === text && text !== "";

/** Returns tasks as they would be typed: the inverse. */
export function promptsText(items: readonly Readonly<Record<string, unknown>>[]): string {
  return items
    .map((item) => {
      const { prompt, answer, ...more } = item;
      if (Object.keys(more).length > 0 || !isPlain(prompt)) return stringifyJson(item);
      if (!("answer" in item)) return prompt;
      return isPlain(answer) ? `${prompt}\t${answer}` : stringifyJson(item);
    })
    .join("\n");
}
