import { hideSecrets } from "./hide-secrets";

/** A line of a log, and the byte at which it begins. */
interface LogLine {
  readonly at: number;
  readonly text: string;
}

/** Lines of a log, in its order. */
interface LogPage {
  readonly lines: readonly LogLine[];
  /** True if earlier lines match. */
  readonly hasMore: boolean;
}

export interface LogSelection {
  /** Only lines that begin before this byte; null for the end of the log. */
  readonly before: number | null;
  /** Only lines with this text, in any case; empty for all. */
  readonly search: string;
  readonly limit: number;
}

const NEWLINE = 0x0a;
const MAX_LINE_LENGTH = 4_000;

/** A progress bar writes its line again and again, each time after a carriage return: its last state is the line. */
function lastState(text: string): string {
  return text.split("\r").findLast((state) => state !== "") ?? "";
}

/** Colors and cursor movements of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with a control character
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

function shown(bytes: Uint8Array): string {
  const line = hideSecrets(lastState(Buffer.from(bytes).toString("utf8")).replace(ESCAPES, ""));
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

/**
 * Returns the last lines of a log that match, without what looks like a secret: a search finds only what is shown.
 *
 * @param log UTF-8; its last line may be incomplete
 */
export function lastLines(log: Uint8Array, { before, search, limit }: LogSelection): LogPage {
  const wanted = search.toLowerCase();
  const lines: LogLine[] = [];
  let end = Math.min(before ?? log.length, log.length);
  // The end of a page is the beginning of a line, so it follows a newline that belongs to the line before.
  if (end > 0 && log[end - 1] === NEWLINE) end -= 1;
  else if (end === 0) return { lines, hasMore: false };
  for (;;) {
    const at = end === 0 ? 0 : log.lastIndexOf(NEWLINE, end - 1) + 1;
    const text = shown(log.subarray(at, end));
    if (wanted === "" || text.toLowerCase().includes(wanted)) {
      if (lines.length === limit) return { lines: lines.reverse(), hasMore: true };
      lines.push({ at, text });
    }
    if (at === 0) return { lines: lines.reverse(), hasMore: false };
    end = at - 1;
  }
}
