import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { containsSql } from "./text-search";

const folder = mkdtempSync(join(tmpdir(), "heddle-text-search-"));
let store: Store;

beforeAll(() => {
  store = openEmbeddedStore({ folder });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function isFound(json: string, substr: string, { ignoresCase = true, isJson = true } = {}): Promise<boolean> {
  const params = new SqlParams();
  const sql = containsSql("materialize({json:String})", { substr, isJson, ignoresCase }, params);
  const [row] = await store.read<{ found: number }>({
    sql: `SELECT ${sql} AS found`,
    params: { ...params.values(), json },
  });
  return row?.found === 1;
}

/** As Python's `json.dumps` writes it. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** As .NET writes it. */
const dotnet = (value: unknown) =>
  JSON.stringify(value)
    .replace(/\\"/g, "\\u0022")
    .replace(/[^\0-\x7f]|[<>&'+`]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);

const writers: readonly (readonly [name: string, write: (value: unknown) => string])[] = [
  ["a browser", (value) => JSON.stringify(value)],
  ["Python", ascii],
  [".NET", dotnet],
  ["Python, inside JSON of Python", (value) => ascii({ arguments: ascii(value) })],
  ["a browser, inside JSON of Python", (value) => ascii({ arguments: JSON.stringify(value) })],
  ["Python, inside JSON inside JSON of a browser", (value) => JSON.stringify([JSON.stringify([ascii(value)])])],
];

const READ = `She said "naïve café" in C:\\dir\\new & a/b <b>\nПривет, 你好 😀 it's 1+1`;

describe.each(writers)("a text in JSON of %s", (_, write) => {
  const json = write({ text: READ });

  it.each([
    ["café"],
    ["CAFÉ"],
    ["naïve café"],
    ["Naïve Café"],
    ['said "naïve'],
    ["C:\\dir"],
    ["dir\\new & a"],
    ["a/b <b>"],
    ["<b>\nпривет"],
    ["ПРИВЕТ"],
    ["пРиВеТ"],
    ["你好"],
    ["😀"],
    ["it's 1+1"],
    ['"'],
  ])("is found by %j", async (text) => expect(await isFound(json, text)).toBe(true));

  it.each([["cafe"], ["你们"], ['said "Naive'], ["C:\\Dir\\old"], ["приветы"], ["é in D"], ["😁"]])(
    "is not found by %j",
    async (text) => expect(await isFound(json, text)).toBe(false),
  );

  it("is found with its case only, where that is asked", async () => {
    expect(await isFound(json, "naïve café", { ignoresCase: false })).toBe(true);
    expect(await isFound(json, "Naïve café", { ignoresCase: false })).toBe(false);
    expect(await isFound(json, "é", { ignoresCase: false })).toBe(true);
    expect(await isFound(json, "É", { ignoresCase: false })).toBe(false);
  });
});

describe("a letter and its marks are found", () => {
  const WORDS = ["naïve café", "Zoë", "서울", "がくせい", "é"];

  it.each(writers)("as one character or as two, in JSON of %s", async (_, write) => {
    for (const words of WORDS) {
      const forms = [words.normalize("NFC"), words.normalize("NFD")];
      for (const form of forms) {
        for (const substr of forms) expect(await isFound(write({ text: `a ${form} b` }), substr), substr).toBe(true);
      }
    }
    expect(await isFound(write({ text: "cafe\u0301" }), "cafè")).toBe(false);
  });

  it("in plain text, and with their case only where that is asked", async () => {
    const [one, apart] = ["Érable".normalize("NFC"), "Érable".normalize("NFD")];
    for (const form of [one, apart]) {
      expect(await isFound(form, "érable".normalize("NFD"), { isJson: false })).toBe(true);
      expect(await isFound(form, "érable", { isJson: false, ignoresCase: false })).toBe(false);
      expect(await isFound(form, one, { isJson: false, ignoresCase: false })).toBe(true);
    }
  });

  it("as they were sent where neither form is theirs", async () => {
    for (const text of ["5 \u212a", "\u212b", "\uf900"]) expect(await isFound(JSON.stringify(text), text)).toBe(true);
  });
});

it("is found in a plain text as it is, in letters of every alphabet", async () => {
  expect(await isFound("Fehler: ÄRGER", "ärger", { isJson: false })).toBe(true);
  expect(await isFound("Fehler: ÄRGER", "ärger", { isJson: false, ignoresCase: false })).toBe(false);
  expect(await isFound("a\\\\b", "a\\b", { isJson: false })).toBe(false);
});

it("is one search for a text of plain characters", () => {
  const sql = (substr: string) => containsSql("text", { substr, isJson: true, ignoresCase: true }, new SqlParams());
  expect(sql("tests: 1, 2 (of 3)")).toBe("positionCaseInsensitive(text, {p0:String}) > 0");
  expect(sql("café au lait")).toMatch(/^\(positionCaseInsensitive\(text, \{p1:String\}\) > 0 AND match\(/);
});
