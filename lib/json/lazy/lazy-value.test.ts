import { describe, expect, it } from "vitest";
import { textSource } from "@/lib/json/lazy/testing/text-source";
import {
  extendSegment,
  hitAt,
  type JsonHit,
  lineOfHit,
  matchIndexInLine,
  revealed,
  searchValue,
  totalOf,
} from "@/lib/json/lines/line-search";
import { treeMove } from "@/lib/json/lines/tree-keys";
import { flattenJson, type JsonView, pageKey } from "@/lib/json/lines/value-lines";
import type { JsonLine } from "@/lib/json/lines/viewer-line";
import { pathKey } from "@/lib/json/value/json-path";
import { type LazyParts, type LoadRequest, loadPart } from "./lazy-parts";
import { LazyValue, lazyOriginOf, valueOfPart } from "./lazy-value";
import { textPieces, textToCopy } from "./whole-text";

const plain: JsonView = { folds: new Map(), expandedTexts: new Set() };
const never = new AbortController().signal;

const text = 'one 😀 two "three"\n'.repeat(5000);
const big = {
  model: "m",
  text,
  items: Array.from({ length: 1050 }, (_, index) => ({ n: index })),
  names: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`name ${index}`, index])),
};

const root = (json: string, maxLength?: number) => {
  const { source, requests } = textSource(json, maxLength);
  return { requests, lazy: new LazyValue({ source, path: [] }, { kind: null, size: json.length }) };
};

/** The lines after everything has been read that the drawn lines request. */
async function settle(value: unknown, view: JsonView, want = (_: LoadRequest) => true) {
  let parts: LazyParts = new Map();
  for (;;) {
    const lines = flattenJson(value, view, parts);
    const wanted = lines.flatMap(({ load }) => (load && want(load) && !parts.has(load.key) ? [load] : []));
    if (wanted.length === 0) return lines;
    const next = new Map(parts);
    for (const load of wanted) next.set(load.key, await loadPart(load, never));
    parts = next;
  }
}

const drawn = (lines: readonly JsonLine[]) =>
  lines.map(({ kind, name, brackets, text: shown, from, to, count }) =>
    [kind, name, brackets || shown.slice(0, 12), kind === "page" || kind === "folded" ? `${from}-${to} ${count}` : ""]
      .filter((word) => word !== null && word !== "")
      .join(" "),
  );

describe("a value that is too large to load", () => {
  it("is read when its line is drawn: small members in full, large ones by their size", async () => {
    const { lazy, requests } = root(JSON.stringify(big));
    expect(drawn(flattenJson(lazy, plain))).toEqual(["pending"]);
    const lines = await settle(lazy, plain);
    expect(drawn(lines)).toEqual([
      "open {",
      'leaf model "m"',
      `leaf text ${JSON.stringify(text).slice(0, 12)}`,
      "folded items [] 0-0 1050",
      "folded names {} 0-0 300",
      "close }",
    ]);
    expect(lines[2]?.hiddenLength).toBeGreaterThan(text.length - 1000);
    expect(requests).toEqual(["read [] all"]);
  });

  it("opens wide lists and objects in pages, and reads only those that are drawn", async () => {
    const { lazy, requests } = root(JSON.stringify(big));
    const folds = new Map([
      [pathKey(["items"]), false],
      [pageKey(pathKey(["items"]), 0), true],
      [pageKey(pathKey(["items"]), 1000), false],
      [pathKey(["names"]), false],
    ]);
    const lines = await settle(lazy, { ...plain, folds });
    expect(lines.filter(({ kind }) => kind === "page")).toHaveLength(11 + 3);
    expect(lines.filter(({ path }) => path[0] === "items" && path.length === 2)[0]?.path).toEqual(["items", 1000]);
    expect(lines.find(({ name }) => name === "name 99")?.text).toBe("99");
    expect(requests.slice(1)).toEqual(['read ["items"] 1000-1050', 'read ["names"] 0-100']);
  });

  it("shows a long string in runs that add up to it, in any order of reading", async () => {
    const { lazy, requests } = root(JSON.stringify(big));
    const view = { ...plain, expandedTexts: new Set([pathKey(["text"])]) };
    const lines = await settle(lazy, view);
    const runs = lines.filter(({ kind }) => kind === "text");
    expect(JSON.parse(runs.map((run) => run.text).join(""))).toBe(text);
    expect(runs).toHaveLength(Math.ceil(text.length / 2000));
    expect(requests).toContain('read ["text"] 32000-64000');
  });

  it("keeps an object with a member named like a built-in one", async () => {
    const { lazy } = root(`{"__proto__":"${"x".repeat(3000)}","a":1}`);
    const part = await lazy.origin.source.read([], null);
    const value = valueOfPart(part, lazy.origin) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__", "a"]);
  });

  it("has no members that could be mistaken for data", () => {
    expect(Object.keys(root("{}").lazy)).toEqual([]);
  });

  it("is copied and written from its complete source", async () => {
    const json = JSON.stringify(big);
    const { lazy } = root(json);
    const value = valueOfPart(await lazy.origin.source.read([], null), lazy.origin) as Record<string, unknown>;
    expect(lazyOriginOf(value)).toEqual({ source: lazy.origin.source, path: [] });
    expect(await textToCopy(value.text)).toBe(text);
    expect(await textToCopy(value)).toBe(json);
    let written = "";
    for await (const piece of textPieces({ id: 1, inputs: value, output: [value.items] })) written += piece;
    expect(written).toBe(JSON.stringify({ id: 1, inputs: big, output: [big.items] }));
  });
});

describe("a search", () => {
  const found = async (value: unknown, words: string) => {
    let segments = await searchValue(value, words, never);
    const hits: JsonHit[] = [];
    while (hits.length < totalOf(segments)) {
      const next = hitAt(segments, hits.length);
      if (next === undefined) break;
      if ("extend" in next) {
        const longer = segments[next.extend];
        if (!longer) break;
        segments = segments.with(next.extend, await extendSegment(longer, words, never));
      } else hits.push(next);
    }
    return hits;
  };

  it("finds the same in a loaded value and in a lazy one", async () => {
    const small = { list: ["Alpha", { beta: "ALPHA alpha" }], alpha: 1, ü: "x" };
    const { lazy } = root(JSON.stringify(small), 300);
    const here = await found(small, "alpha");
    expect(here.map(({ path, in: place, character }) => [path.join("."), place, character])).toEqual([
      ["list.0", "value", 0],
      ["list.1.beta", "value", 0],
      ["list.1.beta", "value", 6],
      ["alpha", "name", 0],
    ]);
    expect(await found({ call: { inputs: lazy } }, "alpha")).toMatchObject(
      here.map((hit) => ({ ...hit, path: ["call", "inputs", ...hit.path], ordinals: [0, 0, ...hit.ordinals] })),
    );
  });

  it("unfolds to each hit, however deep in a page or a string it is", async () => {
    const { lazy } = root(
      JSON.stringify({ ...big, items: [...big.items, { deep: { er: { still: "needle" } } }], end: `${text}needle` }),
    );
    for (const hit of await found(lazy, "needle")) {
      const lines = await settle(lazy, revealed(plain, hit));
      const place = lineOfHit(lines, hit);
      expect(place?.isFound).toBe(true);
      const line = lines[place?.index ?? -1];
      expect(line?.path).toEqual(hit.path);
      expect(line?.text).toContain("needle");
    }
  });

  it("knows its position among the marks of a line", () => {
    const hit = (character: number): JsonHit => ({ path: [], ordinals: [], in: "value", character });
    const line = { kind: "leaf" as const, name: "bag", from: 0 };
    expect(matchIndexInLine({ ...line, text: '"a bag\\n\\"bag\\" BAG"' }, hit(2), "bag")).toBe(1);
    expect(matchIndexInLine({ ...line, text: '"a bag\\n\\"bag\\" BAG"' }, hit(12), "bag")).toBe(3);
    expect(matchIndexInLine({ kind: "text", name: null, from: 2000, text: "bag \\\\ bag" }, hit(2006), "bag")).toBe(1);
    expect(matchIndexInLine({ ...line, name: null, text: "1212" }, hit(2), "12")).toBe(1);
  });

  it("waits at a string that is not unfolded yet, and goes to its line if its characters are never shown", async () => {
    const value = { text: `${text}needle`, picture: `${"iVBORw0KGgoA".repeat(400)}needleAA` };
    const [inText, inPicture] = await found(value, "needle");
    if (!inText || !inPicture) throw new Error("not found");
    expect(lineOfHit(flattenJson(value, plain), inText)?.isFound).toBe(false);
    expect(lineOfHit(flattenJson(value, revealed(plain, inText)), inText)?.isFound).toBe(true);
    expect(lineOfHit(flattenJson(value, plain), inPicture)?.isFound).toBe(true);
  });

  it("waits at the line that must be read first", async () => {
    const { lazy } = root(JSON.stringify(big));
    const [hit] = await found(lazy, "name 250");
    if (!hit) throw new Error("not found");
    const lines = await settle(lazy, revealed(plain, hit), ({ window }) => window === null);
    const place = lineOfHit(lines, hit);
    expect(place?.isFound).toBe(false);
    expect(lines[place?.index ?? -1]).toMatchObject({ kind: "pending", from: 200 });
  });
});

describe("the keys of the tree", () => {
  const lines = flattenJson({ a: { b: 1 }, c: [2] }, plain);
  const go = (from: number, key: string) => treeMove(lines, from, key);

  it("move over loaded lines, and not over closing brackets", () => {
    expect(go(0, "ArrowDown")).toEqual({ kind: "go", index: 1 });
    expect(go(2, "ArrowDown")).toEqual({ kind: "go", index: 4 });
    expect(go(0, "ArrowUp")).toBeNull();
    expect(go(0, "End")).toEqual({ kind: "go", index: 5 });
  });

  it("fold, unfold, and lead to the parent of a value", () => {
    expect(go(1, "ArrowLeft")).toEqual({ kind: "fold", isFolded: true });
    expect(go(2, "ArrowLeft")).toEqual({ kind: "go", index: 1 });
    const folded = flattenJson({ a: { b: 1 } }, { ...plain, folds: new Map([[pathKey(["a"]), true]]) });
    expect(treeMove(folded, 1, "ArrowRight")).toEqual({ kind: "fold", isFolded: false });
    expect(treeMove(folded, 1, "Enter")).toEqual({ kind: "fold", isFolded: false });
    expect(go(2, "q")).toBeNull();
  });
});
