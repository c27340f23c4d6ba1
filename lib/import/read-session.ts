import { isJsonObject } from "@/lib/guard/json-object";
import { ClaudeSessionReader, isClaudeLine } from "./claude-session";
import { CodexSessionReader, isCodexLine } from "./codex-session";
import { type StoredThreads, sessionItem } from "./session-calls";
import type { FileValue } from "./values/file-value";
import type { ImportItem, SkippedItem } from "./values/import-item";

export interface SessionOptions {
  readonly projectId: string;
  /** A session without a line for an hour before this time is over. */
  readonly nowMs: number;
  /** The subagents by the tool call that started them, where other files say them. */
  readonly subagents?: ReadonlyMap<string, string>;
  /** Without it, requests that another session has are not recognized. */
  readonly storedThreads?: StoredThreads;
}

const nothingStored: StoredThreads = async () => new Map();

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
  { projectId, nowMs, subagents, storedThreads = nothingStored }: SessionOptions,
): AsyncGenerator<ImportItem | SkippedItem> {
  const skipped: SkippedItem[] = [];
  for await (const found of values) {
    const { filePosition } = found;
    const reason =
      found.kind === "unreadable"
        ? found.reason
        : isJsonObject(found.value)
          ? reader.add(found.value, filePosition)
          : "The line is not an object.";
    if (reason !== null) skipped.push({ kind: "skipped", filePosition, reason });
  }
  const sessions = reader.sessions(nowMs, subagents).filter(({ session }) => session.turns.length > 0);
  for (const [index, read] of sessions.entries()) {
    const item = await sessionItem(read, projectId, `session ${index + 1}`, storedThreads);
    const leftOut = [...(item.leftOut ?? []), ...(index === 0 ? reader.leftOut.all : [])];
    yield leftOut.length === 0 ? item : { ...item, leftOut };
  }
  yield* skipped;
}
