import { readImport } from "@/lib/import/read-import";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";

async function* chunksOf(text: string): AsyncGenerator<string> {
  // Chunks that cut lines and cells.
  for (let at = 0; at < text.length; at += 97) yield text.slice(at, at + 97);
}

/** Reads a file of an import, as a page or a command does. */
export async function itemsOf(text: string): Promise<(ImportItem | SkippedItem)[]> {
  const items = [];
  for await (const item of readImport(chunksOf(text), { projectId: "e/p", inventedFromMs: 0 })) items.push(item);
  return items;
}

/** JSON Lines of some values. */
export const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

/** The calls in some items, each with its end. */
export function callsOf(items: readonly (ImportItem | SkippedItem)[]) {
  const parts = items.flatMap((item) => (item.kind === "item" ? item.parts : []));
  const ends = new Map(parts.flatMap(({ req }) => ("end" in req ? [[req.end.id, req.end] as const] : [])));
  return parts.flatMap(({ req }) =>
    "start" in req ? [{ ...req.start, end: ends.get(req.start.id ?? "") ?? null }] : [],
  );
}

/** The reasons of what some items leave out. */
export const losses = (items: readonly (ImportItem | SkippedItem)[]) =>
  items.flatMap((item) => (item.kind === "item" ? (item.leftOut ?? []) : [])).map(({ reason }) => reason);
