import { isJsonObject } from "@/lib/guard/json-object";

/** An exception as the Python SDK sends it, as JSON text. */
interface SentException {
  readonly type: string;
  readonly message: string;
  readonly frames: readonly string[];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Returns a frame as Python writes it: file, line and function, then the line of code. */
function frameText(frame: unknown): string[] {
  if (!isJsonObject(frame)) return [];
  const { filename, line_number: line, function_name: name, text } = frame;
  if (typeof filename !== "string") return [];
  const place = typeof line === "number" ? `, line ${line}` : "";
  const where = `  File "${filename}"${place}${textOf(name) === "" ? "" : `, in ${textOf(name)}`}`;
  return [textOf(text) === "" ? where : `${where}\n    ${textOf(text).trim()}`];
}

/** Returns the parts of an exception that was sent as JSON; null for any other text. */
function readSent(exception: string): SentException | null {
  if (!exception.trimStart().startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(exception);
  } catch {
    // Other text may begin with a brace, and a value may have been cut.
    return null;
  }
  if (!isJsonObject(value) || typeof value.type !== "string" || typeof value.message !== "string") return null;
  const frames = Array.isArray(value.traceback) ? value.traceback.flatMap(frameText) : [];
  return { type: value.type, message: value.message, frames };
}

const lastLine = ({ type, message }: SentException) => (message === "" ? type : `${type}: ${message}`);

/** Returns an exception as a traceback with files and lines where the SDK sent them as JSON, otherwise as it is. */
export function exceptionText(exception: string): string {
  const sent = readSent(exception);
  if (sent === null) return exception;
  const head = sent.frames.length === 0 ? [] : ["Traceback (most recent call last):"];
  return [...head, ...sent.frames, lastLine(sent)].join("\n");
}

/** Returns the informative line of an exception: the last one of a traceback, otherwise the first. */
export function exceptionLine(exception: string): string {
  const sent = readSent(exception);
  if (sent !== null) return lastLine(sent).split("\n")[0] ?? "";
  const lines = exception.trim().split("\n");
  const isTraceback = /^Traceback/.test(lines[0] ?? "");
  return ((isTraceback ? lines.at(-1) : lines[0]) ?? "").trim();
}
