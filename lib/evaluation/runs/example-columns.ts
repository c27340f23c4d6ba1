import { messageText } from "@/lib/chat/chat-message";
import { isJsonObject } from "@/lib/guard/json-object";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { callingMessages, toolRequestsOf } from "./answer-calls";

/** No member is marked as the expected answer: these are the names that scorers' arguments have. */
const EXPECTED_NAMES = [
  "expected",
  "expected_output",
  "target",
  "ground_truth",
  "answer",
  "label",
  "reference",
  "output",
];
const INPUT_NAMES = ["question", "input", "user_input", "prompt", "instruction", "query", "message", "text", "task"];

/** An example as its row shows it. */
export interface ShownExample {
  readonly input: string;
  /** Null where no member is the expected answer. */
  readonly expected: string | null;
  readonly expectedMember: string | null;
  /** The example itself; undefined when its text is cut or was deleted. */
  readonly value: unknown;
}

/** Returns the member that is the expected answer, by its name; null when none is. */
export function guessExpected(members: readonly string[]): string | null {
  const byName = new Map(members.map((member) => [member.toLowerCase(), member]));
  for (const name of EXPECTED_NAMES) {
    const member = byName.get(name);
    if (member !== undefined) return member;
  }
  return members.find((member) => /^expected|_expected$/i.test(member)) ?? null;
}

/**
 * Returns what a row shows of an example.
 *
 * @param text the example's JSON text, cut where it is long; null when it was deleted
 * @param isCut true when it was cut, and cannot be parsed
 * @param expectedMember the member with the expected answer, as chosen or guessed
 */
export function shownExample(text: string | null, isCut: boolean, expectedMember: string | null): ShownExample {
  const nothing = { expected: null, expectedMember: null, value: undefined };
  if (text === null) return { ...nothing, input: "" };
  if (isCut) return { ...nothing, input: text };
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) return { ...nothing, input: plainText(value), value };
  const hasExpected = expectedMember !== null && Object.hasOwn(value, expectedMember);
  const rest = Object.entries(value).filter(([name]) => name !== expectedMember);
  const named = INPUT_NAMES.flatMap((name) => rest.find(([member]) => member.toLowerCase() === name) ?? [])[1];
  const [only] = rest;
  const input = named ?? (rest.length === 1 && only !== undefined ? only[1] : Object.fromEntries(rest));
  return {
    input: plainText(input),
    expected: hasExpected ? plainText(value[expectedMember]) : null,
    expectedMember: hasExpected ? expectedMember : null,
    value,
  };
}

/** A text as it is, everything else as JSON. */
const plainText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns an answer's text: its JSON text without quotes where it is a string that is not cut. */
export function answerText(output: string | null, length: number): string {
  if (output === null) return "";
  if (!output.startsWith('"')) return output;
  if (output.length < length) return output.slice(1);
  const value: unknown = JSON.parse(output);
  return typeof value === "string" ? value : output;
}

/**
 * Returns an answer in one line, as a list shows it: the text and the tool calls of a message, `look_up(id: "A1")`, also of
 * one that was cut, and words for an empty list or object. Everything else is its text.
 */
export function answerLine(output: string | null, length: number): string {
  const text = answerText(output, length);
  if (output === null || !/^[[{]/.test(output)) return text;
  const isCut = output.length < length;
  const value: unknown = isCut ? parseTruncatedJson(output) : JSON.parse(output);
  if (!isCut && Array.isArray(value) && value.length === 0) return "empty list";
  if (!isCut && isJsonObject(value) && Object.keys(value).length === 0) return "empty object";
  const messages = callingMessages(value);
  if (messages.length === 0) return text;
  const calls = toolRequestsOf(messages).map(({ name, arguments: given }) => `${name}(${argumentsText(given)})`);
  return [...messages.map(messageText), ...calls].filter((part) => part !== "").join(" ");
}

/** Arguments by name: `id: "A1"`. A text that is not JSON, which models write too, stays as it is. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") {
    try {
      return argumentsText(JSON.parse(value) as object);
    } catch {
      return value;
    }
  }
  if (!isJsonObject(value)) return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${JSON.stringify(member)}`)
    .join(", ");
}
