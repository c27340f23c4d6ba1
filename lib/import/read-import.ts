import { z } from "zod";
import { conversationCalls, conversationId, idOfCopy } from "./conversation-calls";
import type { SavedTimes } from "./conversation-times";
import { convertCall, isCallLike } from "./exported-call";
import { isConversationLike, parseConversation } from "./imported-conversation";
import { readSession, type SessionOptions, sessionReaderFor } from "./read-session";
import { sourceItems } from "./sources/read-source";
import type { FileValue } from "./values/file-value";
import { readFileValues } from "./values/file-values";
import { type ImportItem, noCounts, type SkippedItem } from "./values/import-item";
import { savedRollouts } from "./verifiers-rollouts";

/** Invented times: a conversation begins this long before the one in front of it in the file. */
const BETWEEN_CONVERSATIONS_MS = 5 * 60_000;

export interface ReadImportOptions {
  /** The target of the calls: `entity/project`. */
  readonly projectId: string;
  /** The invented start of the first conversation of a file without times; the others begin before it. */
  readonly inventedFromMs: number;
  /** Names a dataset whose rows name none. */
  readonly fileName?: string;
  /** Facts from other files and from the project about a session of a coding agent. */
  readonly session?: Pick<SessionOptions, "subagents" | "storedThreads">;
}

const NEITHER =
  "This is neither a call (which has op_name and started_at) nor a conversation (which has traj or messages) nor a rollout of verifiers (which has prompt and completion, or traces) nor a line of a coding agent's session nor a record that another tool exported. The files of a training run are imported with npm run import-run.";

const NON_FINITE = "NaN and infinite numbers, which JSON does not have, are null.";

/** The first errors of a value, each with its location inside it. */
function reasonOf(error: z.ZodError): string {
  const faults = error.issues.slice(0, 3).map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
  const more = error.issues.length - faults.length;
  return faults.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function orSkipped(place: string, read: () => ImportItem): ImportItem | SkippedItem {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError) return { kind: "skipped", filePosition: place, reason: reasonOf(error) };
    throw error;
  }
}

class ItemReader {
  readonly #options: ReadImportOptions;
  readonly #copies = new Map<string, number>();
  #conversations = 0;

  constructor(options: ReadImportOptions) {
    this.#options = options;
  }

  read(found: FileValue): readonly (ImportItem | SkippedItem)[] {
    const { filePosition: place } = found;
    if (found.kind === "unreadable") return [{ kind: "skipped", filePosition: place, reason: found.reason }];
    const { value } = found;
    return this.#items(value, place).map((item, index) => {
      if (item.kind === "skipped" || index > 0 || found.nonFiniteCount === undefined) return item;
      return {
        ...item,
        leftOut: [...(item.leftOut ?? []), { reason: NON_FINITE, count: found.nonFiniteCount, filePosition: place }],
      };
    });
  }

  #items(value: unknown, place: string): (ImportItem | SkippedItem)[] {
    if (isCallLike(value)) return [orSkipped(place, () => this.#call(value, place))];
    const records = sourceItems(value, { ...this.#options, filePosition: place });
    if (records !== null) return [...records];
    if (isConversationLike(value)) return [orSkipped(place, () => this.#conversation(value, place))];
    const rollouts = savedRollouts(value);
    if (rollouts === null) return [{ kind: "skipped", filePosition: place, reason: NEITHER }];
    return rollouts.map(({ messages, isSampled: _, rest, taskId, times, ...members }) => {
      const conversation = { ...rest, ...members, task_id: taskId, messages };
      return orSkipped(place, () => this.#conversation(conversation, place, times));
    });
  }

  #call(value: unknown, place: string): ImportItem {
    const { parts, feedback } = convertCall(value, this.#options.projectId);
    return { kind: "item", filePosition: place, parts, feedback, counts: { ...noCounts, calls: 1 }, reward: null };
  }

  #conversation(value: unknown, place: string, times: SavedTimes | null = null): ImportItem {
    const { projectId, inventedFromMs } = this.#options;
    const conversation = parseConversation(value);
    const content = conversationId(value);
    const copy = this.#copies.get(content) ?? 0;
    this.#copies.set(content, copy + 1);
    const id = idOfCopy(content, copy);
    const startedAtMs = inventedFromMs - this.#conversations * BETWEEN_CONVERSATIONS_MS;
    this.#conversations += 1;
    const { parts, feedback, counts } = conversationCalls(conversation, { projectId, startedAtMs, times, id });
    return { kind: "item", filePosition: place, parts, feedback, counts, reward: conversation.reward };
  }
}

/** Yields a value that was taken from an iterator, then the others. */
async function* withFirst(first: FileValue, rest: AsyncIterator<FileValue>): AsyncGenerator<FileValue> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Yields the result of a file, value by value: a JSONL export of calls, recorded conversations (a JSON list or one per
 * line), rollouts of verifiers, exports of other tools (also CSV), or the session of a coding agent. A value that cannot be read is a skipped item with its position and reason; the others continue.
 *
 * @throws ImportFileError when the file is neither a list nor lines of JSON objects.
 */
export function readImport(
  chunks: AsyncIterable<string>,
  options: ReadImportOptions,
): AsyncGenerator<ImportItem | SkippedItem> {
  return readImportValues(readFileValues(chunks), options);
}

/** Yields the same for the values of a file. */
export async function* readImportValues(
  values: AsyncGenerator<FileValue>,
  options: ReadImportOptions,
): AsyncGenerator<ImportItem | SkippedItem> {
  try {
    const { done, value: first } = await values.next();
    if (done) return;
    const session = sessionReaderFor(first);
    if (session) {
      const { projectId, inventedFromMs: nowMs } = options;
      yield* readSession(session, withFirst(first, values), { ...options.session, projectId, nowMs });
      return;
    }
    const reader = new ItemReader(options);
    for await (const item of withFirst(first, values)) yield* reader.read(item);
  } finally {
    // A consumer that stops in the middle releases the file.
    await values.return(undefined);
  }
}
