import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { errorMessage } from "@/lib/guard/error-message";
import { decodeText } from "@/lib/import/decode-text";
import { type CallOperation, importService, storedThreadsIn } from "@/lib/import/import-service";
import { readImport } from "@/lib/import/read-import";
import { sendImport } from "@/lib/import/send-import";
import type { StoredThreads } from "@/lib/import/session-calls";
import type { CallPartRequest, ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { commandText } from "@/scripts/installation/command-text";
import { answerCommand } from "./answer-command";
import type { FolderFile } from "./folder-files";
import { callService, isUnsupported } from "./http/service-http";
import { CommandLineError, type ImportTarget, readTarget } from "./import-target";
import { findSessionFiles, sessionFolders, subagentsOf } from "./session-files";

const USAGE = `${commandText("watch-sessions")} --project entity/project [--folder FOLDER]… [--days N] [--once] [--url URL]

Imports the sessions of Claude Code and Codex on this machine, and what is added to them, until it is stopped.

  --project entity/project  the project that the sessions are imported into
  --folder FOLDER           instead of ~/.claude/projects and ~/.codex/sessions; may be repeated
  --days N                  sessions that changed in the last N days; 7 if omitted
  --once                    imports what is there, and ends
  --url URL                 the service; defaults to the embedded service of this machine

The API key is read from HEDDLE_API_KEY or WANDB_API_KEY. Sessions contain what agents read and wrote: code, output of
commands, and secrets in them.

Exit code 0: everything was stored. 1: the command line is wrong, or a session could not be stored (with --once).
2: stored, except for lines that were not understood (with --once).
`;

const DAY_MS = 24 * 60 * 60_000;
const USUAL_DAYS = 7;
const POLL_INTERVAL_MS = 2_000;

/** A session that is quiet for so long is over: what is open in it ends. */
const QUIET_MS = 60 * 60_000;

/** A line that was begun is finished by then. */
const LINE_WRITTEN_MS = 5_000;

export interface WatchDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  readonly pollIntervalMs?: number;
}

interface WatchOrder extends ImportTarget {
  readonly folders: readonly string[];
  readonly days: number;
  readonly isOnce: boolean;
}

function readOrder(args: string[], { serviceUrl, key, home, variables }: WatchDependencies): WatchOrder | null {
  const { values } = parseArgs({
    args,
    options: {
      project: { type: "string" },
      folder: { type: "string", multiple: true },
      days: { type: "string" },
      once: { type: "boolean" },
      url: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const { days = String(USUAL_DAYS) } = values;
  if (!/^\d{1,5}$/.test(days)) throw new CommandLineError("--days takes a whole number.");
  return {
    ...readTarget({ project: values.project, url: values.url }, { serviceUrl, key }),
    folders: values.folder ?? sessionFolders(home, variables),
    days: Number(days),
    isOnce: values.once ?? false,
  };
}

const keyOf = (part: CallPartRequest) =>
  part.mode === "start" ? `start ${part.req.start.id}` : `end ${part.req.end.id}`;

/** What is known of a file that was imported. */
interface KnownFile {
  readonly bytes: number;
  readonly modifiedMs: number;
  /** The parts that are stored: only what is new is sent. */
  readonly sent: ReadonlySet<string>;
  /** The positions that were reported. */
  readonly reported: ReadonlySet<string>;
  /** The session that a call is stored with; null for calls that were not stored when the file was first read. */
  readonly threads: ReadonlyMap<string, string | null>;
  /** It had calls without an end, and may end by being quiet. */
  readonly isOpen: boolean;
}

/** Asks about each call once: later, those that were not stored are those of the file. */
function rememberedThreads(stored: StoredThreads, threads: Map<string, string | null>): StoredThreads {
  return async (callIds) => {
    const asked = callIds.filter((id) => !threads.has(id));
    const found = asked.length === 0 ? new Map<string, string>() : await stored(asked);
    for (const id of asked) threads.set(id, found.get(id) ?? null);
    return new Map(callIds.flatMap((id) => (threads.get(id) ? [[id, threads.get(id) ?? ""] as const] : [])));
  };
}

/** Returns whether a call has a start and no end. */
function hasOpenCall(sent: ReadonlySet<string>): boolean {
  return [...sent].some((key) => key.startsWith("start ") && !sent.has(key.replace("start ", "end ")));
}

/** Returns whether the last line of a file is complete. */
async function endsWithLine({ path, bytes }: FolderFile): Promise<boolean> {
  if (bytes === 0) return true;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, bytes - 1);
    return buffer[0] === 0x0a;
  } finally {
    await file.close();
  }
}

interface RoundResult {
  readonly failedCount: number;
  readonly skippedCount: number;
}

class SessionWatcher {
  readonly #order: WatchOrder;
  readonly #dependencies: WatchDependencies;
  readonly #known = new Map<string, KnownFile>();

  constructor(order: WatchOrder, dependencies: WatchDependencies) {
    this.#order = order;
    this.#dependencies = dependencies;
  }

  /** Imports the files that changed since the last round. A file that fails is tried again in the next one. */
  async round(): Promise<RoundResult> {
    let [failedCount, skippedCount] = [0, 0];
    const sinceMs = Date.now() - this.#order.days * DAY_MS;
    for (const folder of this.#order.folders) {
      for (const file of await findSessionFiles(folder)) {
        this.#dependencies.signal.throwIfAborted();
        const known = this.#known.get(file.path);
        if (file.modifiedMs < sinceMs || !(await this.#isDue(file, known))) continue;
        try {
          skippedCount += await this.#import(file, known);
        } catch (error) {
          this.#dependencies.signal.throwIfAborted();
          failedCount += 1;
          this.#dependencies.errors.write(`${file.path}: ${errorMessage(error)}\n`);
        }
      }
    }
    return { failedCount, skippedCount };
  }

  async #isDue(file: FolderFile, known: KnownFile | undefined): Promise<boolean> {
    const { bytes, modifiedMs } = file;
    const ageMs = Date.now() - modifiedMs;
    if (known && bytes === known.bytes && modifiedMs === known.modifiedMs) return known.isOpen && ageMs >= QUIET_MS;
    return this.#order.isOnce || ageMs >= LINE_WRITTEN_MS || (await endsWithLine(file));
  }

  async #import(file: FolderFile, known: KnownFile | undefined): Promise<number> {
    const { projectId, address } = this.#order;
    const { out, errors, signal } = this.#dependencies;
    const sent = new Set(known?.sent);
    const reported = new Set(known?.reported);
    const threads = new Map(known?.threads);
    const call = ((id: string, body: unknown) => callService(address, id, body, { signal })) as CallOperation;
    const fresh: string[] = [];
    const skipped: SkippedItem[] = [];
    const items = readImport(decodeText(createReadStream(file.path, { end: Math.max(0, file.bytes - 1) })), {
      projectId,
      inventedFromMs: Date.now(),
      session: {
        subagents: await subagentsOf(file.path),
        storedThreads: rememberedThreads(storedThreadsIn(projectId, call, isUnsupported), threads),
      },
    });
    async function* news(): AsyncGenerator<ImportItem> {
      for await (const item of items) {
        if (item.kind === "skipped") skipped.push(item);
        else if (item.counts.sessions === undefined) {
          const reason = "This is not a line of a session.";
          skipped.push({ kind: "skipped", filePosition: item.filePosition, reason });
        } else {
          const parts = item.parts.filter((part) => !sent.has(keyOf(part)));
          fresh.push(...parts.map(keyOf));
          // What is left out of each session alike is in the document.
          const about = item.leftOut?.filter(({ filePosition }) => filePosition === item.filePosition) ?? [];
          for (const { reason, count } of about) {
            if (!reported.has(reason)) out.write(`${file.path}: ${count} × ${reason}\n`);
            reported.add(reason);
          }
          yield { ...item, parts };
        }
      }
    }
    if (file.bytes > 0)
      await sendImport(
        news(),
        importService(projectId, call, () => false),
        { signal },
      );
    for (const key of fresh) sent.add(key);
    const unreported = skipped.filter(({ filePosition }) => !reported.has(filePosition));
    for (const { filePosition, reason } of unreported) {
      reported.add(filePosition);
      errors.write(`${file.path}:${filePosition.replace(/^line /, "")}: ${reason}\n`);
    }
    const { bytes, modifiedMs } = file;
    const isQuiet = Date.now() - modifiedMs >= QUIET_MS;
    this.#known.set(file.path, { bytes, modifiedMs, sent, reported, threads, isOpen: !isQuiet && hasOpenCall(sent) });
    const startCount = fresh.filter((key) => key.startsWith("start ")).length;
    if (fresh.length > 0) out.write(`${file.path}: ${startCount} new ${startCount === 1 ? "call" : "calls"}\n`);
    return unreported.length;
  }
}

async function watch(order: WatchOrder, dependencies: WatchDependencies): Promise<number> {
  const watcher = new SessionWatcher(order, dependencies);
  const { out, signal, pollIntervalMs = POLL_INTERVAL_MS } = dependencies;
  if (!order.isOnce) out.write(`Watching ${order.folders.join(" and ")}. Ctrl-C stops.\n`);
  for (;;) {
    const { failedCount, skippedCount } = await watcher.round();
    if (order.isOnce) return failedCount > 0 ? 1 : skippedCount > 0 ? 2 : 0;
    await sleep(pollIntervalMs, undefined, { signal });
  }
}

/** `npm run watch-sessions`: returns the exit code and writes messages to `out` and `errors`. */
export function watchSessionsCommand(args: string[], dependencies: WatchDependencies): Promise<number> {
  return answerCommand({
    ...dependencies,
    usage: USAGE,
    read: () => readOrder(args, dependencies),
    run: (order) => watch(order, dependencies),
  });
}
