import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import { engineJson } from "@/service/kernel/json/engine-json";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { sized } from "@/test/setup/test-length";
import { compileCondition } from "./compile-condition";
import { jsonField } from "./fields";
import { jsonPathSql } from "./json-path";
import { mayContain } from "./path-prefilter";

const WORDS = [
  "customer-0042",
  "Käse",
  "a/b",
  'say "no"',
  "C:\\new",
  "line\nfeed",
  "日本",
  "😀",
  "\u0000\u007f",
  "İK",
  "ß",
  "a\u2028 flights",
];
const SCALARS = ["100", "1e2", "1.0", "-0.5", "true", "false", "null", "18446744073709551616", "1e400", "{}", "[1]"];
const RAW_STRINGS = [
  '"\\ud800x"',
  '"caf\\u00e9"',
  '"\\u0063ustomer-0042"',
  '"model\\/7b"',
  '"100"',
  '"\\\\u0063"',
  '""',
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  fc.array(fc.constantFrom(...WORDS, "100", " ", "x", "\\", '"'), { maxLength: 4 }).map((words) => words.join("")),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** The spellings of one string in JSON: as browsers write it, as Python does, with all or some characters escaped. */
const spelled = fc
  .tuple(value, fc.constantFrom("plain", "ascii", "all", "slashes", "upper"))
  .map(([text, spelling]): string => {
    const json = JSON.stringify(text);
    const hex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const units = text.toWellFormed().split("");
    if (spelling === "ascii") return json.replace(/[^\0-\x7f]/g, hex);
    if (spelling === "all") return `"${units.map(hex).join("")}"`;
    if (spelling === "upper") return `"${units.map((unit) => hex(unit).toUpperCase().replace("U", "u")).join("")}"`;
    return spelling === "slashes" ? json.replaceAll("/", "\\/") : json;
  });

const scalar = fc.oneof({ weight: 3, arbitrary: spelled }, fc.constantFrom(...SCALARS, ...RAW_STRINGS));

/** Objects and lists, some with spaces as Python writes them. */
const complex = fc
  .tuple(scalar, scalar, fc.constantFrom(...SCALARS), fc.constantFrom("", " ", "\n  "))
  .map(([one, two, number, space]) => `{"k":${space}[${one},${space}${number},true],${space}"role":${space}${two}}`);

const anyValue = fc.oneof({ weight: 2, arbitrary: scalar }, complex);

/** A value at the path `a.b.1`, and others beside it that contain the same texts. */
const doc = fc
  .tuple(anyValue, scalar, anyValue, fc.constantFrom("a", "a", "a", "\\u0061"))
  .map(([one, two, three, name]) => `{"c":${one},"${name}":{"b":[${two},${three}],"1":${one}}}`);

const docs = fc.sample(doc, { numRuns: sized({ once: 250, all: 600 }), seed: 7 });
const folder = mkdtempSync(join(tmpdir(), "heddle-prefilter-"));
let store: Store;

beforeAll(async () => {
  store = openEmbeddedStore({ folder });
  await store.command("CREATE TABLE docs (n UInt32, doc String, readable String) ENGINE = MergeTree ORDER BY n");
  const lines = docs.map((json, n) => JSON.stringify({ n, doc: json, readable: engineJson(json) ?? "" }));
  await store.insert({ table: "docs", columns: ["n", "doc", "readable"], lines: Buffer.from(lines.join("\n")) });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsWhere(expression: Operand, json: Parameters<typeof jsonField>[0]): Promise<number[]> {
  const params = new SqlParams();
  const { sql } = compileCondition(expression, { resolve: (path) => jsonField(json, path, params), params });
  const rows = await store.read<{ n: number }>({
    sql: `SELECT n FROM docs WHERE ${sql} ORDER BY n`,
    params: params.values(),
  });
  return rows.map(({ n }) => n);
}

const found = fc.constantFrom("a.b.1", "a.b.0", "c").map(($getField): Operand => ({ $getField }));
const toggled = (text: string) =>
  [...text].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join("");
/** Parts of the JSON of objects and lists. */
const inside = fc.oneof(
  fc.constantFrom(
    '{"k":["customer-0042",100,true],"role":"Käse"}',
    '"role":"customer-0042"}',
    "8 flights",
    "\\u2028 fl",
    "1,true],",
    "100,tr",
    "[100",
    ":[",
    ", ",
    "rue]",
    'say \\"no',
    "u0000",
  ),
  value.map((text) => JSON.stringify({ role: text }).slice(1)),
  value.map((text) => JSON.stringify([text]).slice(2, -1)),
);
/** A text that some value is, contains or nearly contains. */
const wanted = fc
  .tuple(
    fc.oneof(value, fc.constantFrom(...SCALARS, "ustomer", "00", "É", "u0063"), inside),
    fc.nat(8),
    fc.nat(8),
    fc.boolean(),
  )
  .map(([text, from, length, isToggled]) => {
    const part = length === 0 ? text : text.slice(from % (text.length + 1), (from % (text.length + 1)) + length);
    return isToggled ? toggled(part) : part;
  });
const condition = fc
  .tuple(found, wanted, fc.constantFrom("equals", "contains", "ignoring case", "among"), fc.boolean())
  .map(([input, $literal, operation, isNegated]): Operand => {
    const substr = { $literal };
    const test = {
      equals: { $eq: [input, substr] },
      contains: { $contains: { input, substr } },
      "ignoring case": { $contains: { input, substr, case_insensitive: true } },
      among: { $in: [input, [substr, { $literal: true }]] },
    }[operation] as Operand;
    return isNegated ? { $not: [test] } : test;
  });

describe("a search before parsing", () => {
  it("leaves out no row, however texts are spelled", async () => {
    let selected = 0;
    await fc.assert(
      fc.asyncProperty(condition, async (expression) => {
        const parsed = await rowsWhere(expression, "if(readable = '', doc, readable)");
        expect(await rowsWhere(expression, { column: "doc", readable: "readable" })).toEqual(parsed);
        selected += parsed.length;
      }),
      { numRuns: sized({ once: 20, all: 400 }) },
    );
    expect(selected).toBeGreaterThan(0);
  });

  it.each([
    ["customer-0042", "customer-0042"],
    ["weave:///e/p/op/name:v1", "name:v1"],
    ['{"a":"bcd"}', "bcd"],
    ["Käse", "Käse"],
    ["true", "true"],
    ['"role":"user"', "role"],
    ["1,true]", "true"],
    ["9 flights", " flights"],
    ["\\U2028 FL", " FL"],
    ["tests: 1, 2", "tests: 1, 2"],
  ])("looks for the longest part that JSON writes literally: %s", (text, part) => {
    const params = new SqlParams();
    const { path } = jsonField({ column: "doc", readable: "readable" }, "a", params);
    expect(mayContain(path, text, params)).not.toBeNull();
    expect(Object.values(params.values())).toEqual(["a", part]);
  });

  it.each(["", "100", "1e2", "-", '"', "\n\t", "\ud800", "[]", '":1},{"', "2028", "u20"])(
    "is not possible for %j",
    (text) => {
      const params = new SqlParams();
      const { path } = jsonField({ column: "doc", readable: "readable" }, "a", params);
      expect(mayContain(path, text, params)).toBeNull();
      expect(mayContain(jsonPathSql("doc", ["a"], params), "customer", params)).toBeNull();
    },
  );
});
