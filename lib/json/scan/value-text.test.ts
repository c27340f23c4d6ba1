import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partOf } from "./value-part";
import { type Hit, ValueText } from "./value-text";

const pause = async () => undefined;
const open = (text: string) => ValueText.open(text, pause);

const fullSlice = (value: ValueText) => ({ start: value.text.search(/\S/), end: value.text.trimEnd().length });

async function read(value: ValueText, path: readonly (string | number)[]): Promise<unknown> {
  const slice = await value.sliceAt(path);
  return slice && JSON.parse(value.text.slice(slice.start, slice.end));
}

async function findAll(value: ValueText, words: string, most = 100): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const hit of value.find(fullSlice(value), words, null)) {
    hits.push(hit);
    if (hits.length >= most) break;
  }
  return hits;
}

const wide = JSON.stringify(
  {
    items: Array.from({ length: 5000 }, (_, index) => ({ index, text: `entry ${index}`, tags: ["a", "b"] })),
    text: 'line one\n"quoted" \\ ü 😀 '.repeat(8000),
    members: Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key ${index}`, index])),
  },
  null,
  1,
);

describe("a text that is read in parts", () => {
  it("has the same value at each path as the full text", async () => {
    const value = await open(wide);
    const parsed = JSON.parse(wide);
    expect(await read(value, ["items", 4999])).toEqual(parsed.items[4999]);
    expect(await read(value, ["items", 128, "tags", 1])).toBe("b");
    expect(await read(value, ["members", "key 2999"])).toBe(2999);
    for (const path of [["items", 5000], ["members", "none"], ["text", 0], ["items", "1"], [0]]) {
      expect(await value.sliceAt(path)).toBeUndefined();
    }
  });

  it("returns kinds, sizes and counts", async () => {
    const value = await open(wide);
    const sizeAt = async (...path: (string | number)[]) => {
      const slice = await value.sliceAt(path);
      return slice && value.sizeOf(slice);
    };
    expect(await sizeAt()).toEqual({ kind: "object", size: wide.length, count: 3 });
    expect(await sizeAt("items")).toMatchObject({ kind: "list", count: 5000 });
    expect(await sizeAt("text")).toMatchObject({ kind: "string", count: JSON.parse(wide).text.length });
    expect(await sizeAt("items", 3, "index")).toEqual({ kind: "number", size: 1, count: 0 });
  });

  it("returns any window of a string, and never half of a character", async () => {
    const value = await open(wide);
    const slice = await value.sliceAt(["text"]);
    const text: string = JSON.parse(wide).text;
    for (const [from, to] of [
      [0, 20],
      [19, 21],
      [65_530, 65_560],
      [131_000, 131_100],
      [text.length - 5, text.length + 9],
    ] as const) {
      if (!slice) throw new Error("no text");
      const part = partOf(value, slice, { from, to, maxLength: 1000 });
      expect(JSON.parse(part.text)).toBe(text.slice(part.from, part.to));
      expect(JSON.parse(part.text).isWellFormed()).toBe(true);
      expect(part.from).toBeLessThanOrEqual(from);
      expect(part.to).toBeGreaterThanOrEqual(Math.min(to, text.length));
    }
  });

  it("finds the typed text in any escape form, and returns its position", async () => {
    const value = await open(String.raw`{"a":["Gr\u00fc\u00dfe","x\ny", {"NAME":1}],"b/c":"http:\/\/host","n":12.50}`);
    const found = async (words: string) =>
      (await findAll(value, words)).map(({ path, in: place, character }) => [path, place, character]);
    expect(await found("grüß")).toEqual([[["a", 0], "value", 0]]);
    expect(await found("üße")).toEqual([[["a", 0], "value", 2]]);
    expect(await found("name")).toEqual([[["a", 2, "NAME"], "name", 0]]);
    expect(await found("//host")).toEqual([[["b/c"], "value", 5]]);
    expect(await found("12.5")).toEqual([[["n"], "value", 0]]);
    expect(await found("n")).toEqual([
      [["a", 2, "NAME"], "name", 0],
      [["n"], "name", 0],
    ]);
    expect(await found("x\ny")).toEqual([[["a", 1], "value", 0]]);
  });

  it("continues after a hit, and counts up to a limit", async () => {
    const value = await open(wide);
    const all = await findAll(value, "entry 49", 1000);
    expect(all).toHaveLength(111);
    expect(all[0]).toMatchObject({ path: ["items", 49, "text"], ordinals: [0, 49, 1] });
    const rest: Hit[] = [];
    for await (const hit of value.find(fullSlice(value), "entry 49", all[99]?.next ?? null)) rest.push(hit);
    expect(rest.map((hit) => hit.path)).toEqual(all.slice(100).map((hit) => hit.path));
    expect(await value.countOf(fullSlice(value), "quoted", 50)).toBe(50);
    expect(await value.countOf(fullSlice(value), "quoted", 50_000)).toBe(8000);
  });

  it("finds every string at its position in any JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (json) => {
        const value = await open(json);
        for (const hit of await findAll(value, "a")) {
          const parent = await read(value, hit.in === "name" ? hit.path.slice(0, -1) : hit.path);
          const written =
            hit.in === "name" ? String(hit.path.at(-1)) : typeof parent === "string" ? parent : JSON.stringify(parent);
          expect(written.slice(hit.character, hit.character + 1).toLowerCase()).toBe("a");
        }
      }),
    );
  });
});

describe("a part of a value", () => {
  const part = async (json: string, request: { from?: number; to?: number; maxLength?: number } = {}) => {
    const value = await open(json);
    return partOf(value, fullSlice(value), { from: 0, to: null, maxLength: 2000, ...request });
  };

  it("is the full value if that fits, unchanged", async () => {
    expect(await part('{"n": 1.0, "big":12345678901234567890}')).toMatchObject({
      kind: "object",
      count: 2,
      from: 0,
      to: 2,
      text: '{"n": 1.0, "big":12345678901234567890}',
      omitted: [],
    });
  });

  it("keeps small values next to a large one, which it names with its size and beginning", async () => {
    const long = "word ".repeat(10_000);
    const { text, omitted: leftOut } = await part(
      JSON.stringify({ messages: [{ role: "user", content: long }], n: 1 }),
    );
    expect(JSON.parse(text)).toEqual({ messages: [{ role: "user", content: null }], n: 1 });
    expect(leftOut).toEqual([
      { path: ["messages", 0, "content"], kind: "string", size: 50_002, count: 50_000, beginning: long.slice(0, 600) },
    ]);
  });

  it("returns windows of a wide list", async () => {
    const list = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
    const { text, from, to, count } = await part(list, { from: 99_990, to: 100_050 });
    expect({ list: JSON.parse(text), from, to, count }).toEqual({
      from: 99_990,
      to: 100_000,
      count: 100_000,
      list: Array.from({ length: 10 }, (_, index) => 99_990 + index),
    });
  });

  it("stays within its space limit for any value", async () => {
    const many = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => "x".repeat(3000)));
    const { text, omitted: leftOut } = await part(JSON.stringify(many), { maxLength: 10_000 });
    expect(text.length + JSON.stringify(leftOut).length).toBeLessThan(40_000);
  });
});
