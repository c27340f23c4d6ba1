import { z } from "zod";
import { type Draft, draftMessageText, messagesOf } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { storedDraft } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { parameters } from "@/lib/completion/parameters";

const run = z.object({
  id: z.string(),
  atMs: z.number(),
  /** Null when it was too large to save. */
  draft: storedDraft.nullable(),
  lastMessage: z.string(),
  models: z.array(z.string()),
  /** The difference from the run before. */
  changed: z.string(),
  /** The longest duration of its columns; null while it runs. */
  durationMs: z.number().nullable(),
  /** One of its tracked calls, which identifies it in a link. */
  callId: z.string().nullable(),
  /** The number of columns that failed. */
  failedCount: z.number(),
});

/** A run as it is stored in this browser. */
export type HistoryRun = z.infer<typeof run>;

export const MAX_RUNS = 50;

/** Browsers store about 5 million characters per origin; this is the share of the history. */
const MAX_CHARACTERS = 2_000_000;

const LAST_MESSAGE_LENGTH = 200;

/** The stored runs, newest first; empty when they cannot be read. */
export function parseHistory(text: string | null): readonly HistoryRun[] {
  if (text === null) return [];
  try {
    const read: unknown = parseJson(text);
    if (!Array.isArray(read)) return [];
    return read.flatMap((item) => run.safeParse(item).data ?? []);
  } catch {
    // The history is a convenience; the page works without it.
    return [];
  }
}

/** Returns runs as a text that fits: the oldest drafts are dropped first, then the oldest runs. */
export function historyText(runs: readonly HistoryRun[], mostCharacters = MAX_CHARACTERS): string {
  let charactersLeft = mostCharacters;
  const stored: string[] = [];
  for (const item of runs.slice(0, MAX_RUNS)) {
    const fullText = stringifyJson(item);
    const text = fullText.length <= charactersLeft ? fullText : stringifyJson({ ...item, draft: null });
    if (text.length > charactersLeft) break;
    stored.push(text);
    charactersLeft -= text.length;
  }
  return `[${stored.join(",")}]`;
}

/** Returns a run that begins now. */
export function newRun(draft: Draft, id: string, atMs: number, before: HistoryRun | undefined): HistoryRun {
  const [first] = draft.columns;
  const last = first
    ? messagesOf(draft, first).findLast((message) => draftMessageText(message).trim() !== "")
    : undefined;
  return {
    id,
    atMs,
    draft: plain(draft),
    lastMessage: last ? draftMessageText(last).slice(0, LAST_MESSAGE_LENGTH) : "",
    models: draft.columns.map(({ model }) => model),
    changed: before?.draft ? changesSince(before.draft, draft) : "",
    durationMs: null,
    callId: null,
    failedCount: 0,
  };
}

/** The same draft with mutable lists: what is stored is parsed as such. */
function plain(draft: Draft): z.infer<typeof storedDraft> {
  return storedDraft.parse(draft);
}

/** Adds a run at the front, or replaces its earlier state. */
export function withRun(runs: readonly HistoryRun[], changed: HistoryRun): readonly HistoryRun[] {
  const isThere = runs.some(({ id }) => id === changed.id);
  return isThere
    ? runs.map((item) => (item.id === changed.id ? changed : item))
    : [changed, ...runs].slice(0, MAX_RUNS);
}

/** The runs that contain all words, in a message, a model or a parameter. */
export function findRuns(runs: readonly HistoryRun[], text: string): readonly HistoryRun[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return runs;
  return runs.filter((item) => {
    const messageTexts = item.draft?.messages.map((message) => draftMessageText(message)) ?? [];
    const hay = [item.lastMessage, item.changed, ...item.models, ...messageTexts].join("\n").toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

/** The identity of a run in a URL: a tracked call, and its models when it used several. */
export function linkQuery({ callId, models }: Pick<HistoryRun, "callId" | "models">): string {
  const query = new URLSearchParams({ call: callId ?? "" });
  if (models.length > 1) for (const model of models) query.append("model", model);
  return query.toString();
}

/** The difference between two runs, summarized: `message 5, temperature 0.2, model`. */
export function changesSince(before: Draft, now: Draft): string {
  const changes: string[] = [];
  const models = (draft: Draft) => draft.columns.map(({ model }) => model).join("\n");
  if (models(before) !== models(now)) changes.push(now.columns.length === before.columns.length ? "model" : "columns");
  changes.push(...messageChanges(before, now));
  for (const { name } of parameters) {
    const [was = "", is = ""] = [before.parameters[name], now.parameters[name]];
    if (was === is) continue;
    const isShort = is.length <= 12 && !is.includes("\n");
    changes.push(is === "" ? `no ${name}` : isShort ? `${name} ${is}` : name);
  }
  if (toolsText(before) !== toolsText(now)) changes.push("tools");
  if (stringifyJson(before.variables) !== stringifyJson(now.variables)) changes.push("variables");
  const own = (draft: Draft) => stringifyJson(draft.columns.map((column) => [column.own, column.messages]));
  if (own(before) !== own(now) && changes.length === 0) changes.push("one column");
  return changes.join(", ");
}

const toolsText = (draft: Draft) => stringifyJson(draft.tools.map(({ isOn, text }) => [isOn, text]));

function messageChanges(before: Draft, now: Draft): string[] {
  const textOf = (draft: Draft, index: number) => {
    const message = draft.messages[index];
    if (!message) return null;
    const { key: _, ...content } = message;
    return stringifyJson(content);
  };
  const most = Math.max(before.messages.length, now.messages.length);
  const places: number[] = [];
  for (let index = 0; index < most; index += 1) {
    if (textOf(before, index) !== textOf(now, index)) places.push(index + 1);
  }
  if (places.length === 0) return [];
  return [places.length > 2 ? `${places.length} messages` : `message ${places.join(" and ")}`];
}
