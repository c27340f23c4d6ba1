import type { Response as UpstreamResponse } from "undici";

/** How much of an answer is read to compare it. */
const MAX_READ_BYTES = 64 * 1024;

/** The beginning of an answer, with what it may repeat of its request. */
export interface Answer {
  readonly status: number;
  /** The media type without its parameters. */
  readonly type: string;
  readonly location: string;
  /** The methods that the path takes, if the answer names them. */
  readonly allow: string | null;
  readonly text: string;
  /** The path that was asked for, without the connection's own. */
  readonly path: string;
}

/** The kind of an answer: the same for every path that a service does not have. */
export interface AnswerKind {
  readonly status: number;
  readonly type: string;
  /** The words in order; null for a word that differs from answer to answer, such as a request id. */
  readonly words: readonly (string | null)[];
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "DELETE", "OPTIONS"]);

async function readStart(response: UpstreamResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      received += chunk.byteLength;
      if (received >= MAX_READ_BYTES) break;
    }
  } catch {
    // An answer that breaks off: the part that arrived is all there is.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_READ_BYTES));
}

/** Reads the beginning of an answer; the rest is discarded. */
export async function readAnswer(response: UpstreamResponse, path: string): Promise<Answer> {
  return {
    status: response.status,
    type: (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "",
    location: response.headers.get("location") ?? "",
    allow: response.headers.get("allow"),
    text: await readStart(response),
    path,
  };
}

/** Returns the text that a reader of an answer sees: of a page, what is neither a tag nor a program. */
export function visibleText(text: string): string {
  const visible = text.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ").replace(/<[^>]*>?/g, " ");
  return visible.replace(/\s+/g, " ").trim();
}

/** True for text that begins as a web page does. */
export function isPageText(text: string): boolean {
  return /^\s*</.test(text);
}

const escapedForHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("/", "&#x2F;");

/** Removes what the answer repeats of its request: path, query and method; ids and times become `#`. */
function wordsOf({ text, location, path }: Answer): string[] {
  const own = path.replace(/^\//, "");
  const seen = `${location} ${isPageText(text) ? visibleText(text) : text}`;
  const named = [own, encodeURIComponent(own), escapedForHtml(own), own.replaceAll("/", "\\/")]
    .reduce((rest, form) => rest.replaceAll(form, "@"), seen)
    .replace(/@\?[^\s"'<>]*/g, "@");
  const words = named.match(/@|[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (/\d/.test(word) ? "#" : METHODS.has(word) ? "@" : word));
}

/**
 * Returns the kind that two answers to paths that cannot exist have in common; null when they have none, so that nothing
 * follows from it.
 */
export function commonKind(first: Answer, second: Answer): AnswerKind | null {
  if (first.status !== second.status || first.type !== second.type) return null;
  const words = wordsOf(first);
  const others = wordsOf(second);
  if (words.length !== others.length) return null;
  const { status, type } = first;
  return { status, type, words: words.map((word, index) => (word === others[index] ? word : null)) };
}

/** True for an answer of this kind. */
export function isOfKind(kind: AnswerKind, answer: Answer): boolean {
  if (kind.status !== answer.status || kind.type !== answer.type) return false;
  const words = wordsOf(answer);
  return (
    words.length === kind.words.length &&
    kind.words.every((expected, index) => expected === null || expected === words[index])
  );
}
