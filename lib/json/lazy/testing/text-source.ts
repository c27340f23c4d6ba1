import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { ValueSource } from "@/lib/json/lazy/value-source";
import { partOf } from "@/lib/json/scan/value-part";
import { ValueText } from "@/lib/json/scan/value-text";

/** A source over a JSON text, with a small limit, that records its requests. */
export function textSource(json: string, budget = 1000): { source: ValueSource; requests: string[] } {
  const opened = ValueText.open(json, async () => undefined);
  const requests: string[] = [];
  const at = async (path: readonly (string | number)[]) => {
    const value = await opened;
    const slice = await value.sliceAt(path);
    if (!slice) throw new Error("There is nothing at this path.");
    return { value, slice };
  };
  const source: ValueSource = {
    read: async (path, window) => {
      requests.push(`read ${JSON.stringify(path)} ${window ? `${window.from}-${window.to}` : "all"}`);
      const { value, slice } = await at(path);
      const part = partOf(value, slice, { from: window?.from ?? 0, to: window?.to ?? null, maxLength: budget });
      const { text, omitted: leftOut, ...rest } = part;
      return { ...rest, value: parseJson(text), left_out: leftOut.map((left) => ({ ...left, path: [...left.path] })) };
    },
    find: async (path, words, after) => {
      requests.push(`find ${JSON.stringify(path)} ${words}`);
      const { value, slice } = await at(path);
      const hits = [];
      let next: number | null = null;
      for await (const { next: behind, ...hit } of value.find(slice, words, after)) {
        hits.push({ ...hit, path: [...hit.path], ordinals: [...hit.ordinals] });
        next = behind;
        if (hits.length === 2) break;
      }
      return { hits, next: hits.length === 2 ? next : null, total: await value.countOf(slice, words, 1000) };
    },
    content: async (path) => {
      const { value, slice } = await at(path);
      return new Blob([value.text.slice(slice.start, slice.end)]).stream();
    },
  };
  return { source, requests };
}
