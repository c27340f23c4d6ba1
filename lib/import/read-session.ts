import { isJsonObject } from "@/lib/json/guard/json-object";
import { ClaudeSessionReader, isClaudeLine } from "./claude-session";
import { CodexSessionReader, isCodexLine } from "./codex-session";
import type { FileValue } from "./file-values";
import type { ImportItem, SkippedItem } from "./import-item";
import { sessionItem } from "./session-calls";

export interface SessionOptions {
  readonly projectId: string;
  /** A session without a line for an hour before this time is over. */
  readonly nowMs: number;
}

type SessionReader = ClaudeSessionReader | CodexSessionReader;

/** Returns the reader for the session that a file's first value begins; null for other files. */
export function sessionReaderFor(first: FileValue): SessionReader | null {
  if (first.kind === "unreadable") return null;
  if (isClaudeLine(first.value)) return new ClaudeSessionReader();
  return isCodexLine(first.value) ? new CodexSessionReader() : null;
}

/**
 * Yields the sessions of a file (its own, and those of subagents), then the lines that were not understood, with their
 * numbers. Nothing is yielded before the end: later lines belong to calls of earlier ones.
 */
export async function* readSession(
  reader: SessionReader,
  values: AsyncIterable<FileValue>,
  { projectId, nowMs }: SessionOptions,
): AsyncGenerator<ImportItem | SkippedItem> {
  const skipped: SkippedItem[] = [];
  for await (const found of values) {
    const { filePosition } = found;
    const reason =
      found.kind === "unreadable"
        ? found.reason
        : isJsonObject(found.value)
          ? reader.add(found.value)
          : "The line is not an object.";
    if (reason !== null) skipped.push({ kind: "skipped", filePosition, reason });
  }
  let number = 0;
  for (const read of reader.sessions(nowMs)) {
    number += 1;
    if (read.session.turns.length > 0) yield sessionItem(read, projectId, `session ${number}`);
  }
  yield* skipped;
}
