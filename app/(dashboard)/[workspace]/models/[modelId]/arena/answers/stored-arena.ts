import { z } from "zod";
import {
  type ArenaPrompt,
  arenaPrompt,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Answer } from "@/lib/completion/answer";
import { scorerKinds } from "./prepare-scores";

/** The answer of a cell, and its parameters. */
export interface CellResult {
  readonly answer: Answer;
  /** The parameters that it was run with, as text. */
  readonly asked: string;
  /** Set by hand: 1 good, 0 bad. */
  readonly mark: number | null;
}

const failure = z.object({
  from: z.enum(["provider", "service", "network"]),
  message: z.string(),
  status: z.number().optional(),
});

const result = z.object({
  answer: z.object({
    status: z.enum(["done", "failed", "stopped"]),
    completion: z.record(z.string(), z.unknown()).nullable(),
    startedAtMs: z.number(),
    firstTokenMs: z.number().nullable(),
    durationMs: z.number().nullable(),
    callId: z.string().nullable(),
    retries: z.number().nullable(),
    failure: failure.nullable(),
    chunkCount: z.number().optional(),
    isStreamed: z.boolean(),
  }),
  asked: z.string(),
  mark: z.number().nullable(),
});

const setting = z.object({
  prompt: z.array(z.string()),
  column: z.array(z.string()),
  pin: z.string().nullable(),
  diff: z.boolean(),
  scorer: z.enum(scorerKinds),
  wanted: z.string(),
  temperature: z.string(),
  top_p: z.string(),
  max_completion_tokens: z.string(),
  seed: z.string(),
  stop: z.string(),
});

/** The last search parameters of the page. */
export type StoredArenaSetting = z.infer<typeof setting>;

/** Everything that this browser stored of an arena. */
export interface StoredArena {
  readonly results: ReadonlyMap<string, CellResult>;
  readonly prompts: ReadonlyMap<string, ArenaPrompt>;
  readonly setting: StoredArenaSetting | null;
}

const SETTING = "setting";
const RESULT = "result ";
const PROMPT = "prompt ";

export const settingKey = SETTING;
export const resultKey = (cell: string) => `${RESULT}${cell}`;
export const promptKey = (id: string) => `${PROMPT}${id}`;

/** The key of the answer to a prompt in a column: neither id contains a line end. */
export const arenaCellKey = (promptId: string, columnKey: string) => `${columnKey}\n${promptId}`;

export const promptOfCell = (key: string) => key.slice(key.indexOf("\n") + 1);

/** Parses stored entries; those that cannot be read are omitted, as if never run. */
export function parseStoredArena(items: ReadonlyMap<string, string>): StoredArena {
  const results = new Map<string, CellResult>();
  const prompts = new Map<string, ArenaPrompt>();
  for (const [key, text] of items) {
    if (key.startsWith(RESULT)) storeItem(results, key.slice(RESULT.length), result, text);
    else if (key.startsWith(PROMPT)) storeItem(prompts, key.slice(PROMPT.length), arenaPrompt, text);
  }
  return { results, prompts, setting: parseItem(setting, items.get(SETTING) ?? "") };
}

function storeItem<Value, Read extends Value>(
  map: Map<string, Value>,
  key: string,
  schema: z.ZodType<Read>,
  text: string,
): void {
  const value = parseItem(schema, text);
  if (value !== null) map.set(key, value);
}

function parseItem<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  try {
    return schema.safeParse(parseJson(text)).data ?? null;
  } catch {
    // Another version of the page wrote it.
    return null;
  }
}

export const storedValueText = (value: CellResult | ArenaPrompt | StoredArenaSetting) => stringifyJson(value);
