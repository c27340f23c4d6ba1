import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { ForbiddenError, InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { compileCondition } from "./compile-condition";
import { type FieldResolver, jsonField } from "./fields";
import { compileOrder, type SortKey } from "./sort-order";

const ROWS = [
  {
    id: "a",
    name: "Mia Li",
    n: 1,
    ok: 1,
    at: "2026-11-20 10:00:00.000000",
    doc: '{"user":{"name":"mia"},"n":10,"tags":["x","y"],"ok":true}',
  },
  {
    id: "b",
    name: "amir_haddad 42",
    n: 2.5,
    ok: 0,
    at: "2026-11-20 11:00:00.500000",
    doc: '{"user":{"name":"Émile"},"n":9,"tags":[],"ok":false,"deep":{"0":"key"}}',
  },
  {
    id: "c",
    name: null,
    n: null,
    ok: null,
    at: null,
    doc: '{"user":null,"n":"9.5","a.b":1,"long":12345678901234567890,"text":"[1]"}',
  },
];

const resolve: FieldResolver = (path, params) => {
  const [head = "", ...rest] = path.split(".");
  if (head === "doc") return jsonField("doc", rest.join("."), params);
  if (rest.length > 0) throw new ForbiddenError(`Field ${path} is not allowed`);
  const kinds = { id: "text", name: "text", n: "number", ok: "bool", at: "time" } as const;
  const kind = Object.hasOwn(kinds, head) ? kinds[head as keyof typeof kinds] : undefined;
  if (!kind) throw new ForbiddenError(`Field ${path} is not allowed`);
  return { kind, sql: head };
};

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-expression-"));
  store = openEmbeddedStore({ folder });
  await store.command(
    "CREATE TABLE things (id String, name Nullable(String), n Nullable(Float64), ok Nullable(Bool), " +
      "at Nullable(DateTime64(6, 'UTC')), doc String) ENGINE = MergeTree ORDER BY id",
  );
  const lines = Buffer.from(ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await store.insert({ table: "things", columns: ["id", "name", "n", "ok", "at", "doc"], lines });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function idsWhere(expression: unknown): Promise<string> {
  const params = new SqlParams();
  const { $expr } = queryExpression.parse({ $expr: expression });
  const { sql } = compileCondition($expr, { resolve, params });
  const rows = await store.read<{ id: string }>({
    sql: `SELECT id FROM things WHERE ${sql} ORDER BY id`,
    params: params.values(),
  });
  return rows.map(({ id }) => id).join("");
}

async function idsBy(keys: readonly SortKey[]): Promise<string> {
  const params = new SqlParams();
  const { sql } = compileOrder(keys, resolve, params);
  const rows = await store.read<{ id: string }>({
    sql: `SELECT id FROM things ORDER BY ${sql}`,
    params: params.values(),
  });
  return rows.map(({ id }) => id).join("");
}

const field = (path: string) => ({ $getField: path });
const literal = (value: unknown) => ({ $literal: value });
const as = (path: string, to: string) => ({ $convert: { input: field(path), to } });

describe("comparisons", () => {
  it.each([
    ["text", { $eq: [field("name"), literal("Mia Li")] }, "a"],
    ["text from JSON", { $eq: [field("doc.user.name"), literal("mia")] }, "a"],
    ["a number literal with a number from JSON", { $eq: [field("doc.n"), literal(10)] }, "a"],
    ["a number literal with a number in text", { $gt: [field("doc.n"), literal(9.2)] }, "ac"],
    ["the text of a number", { $eq: [field("doc.n"), literal("9")] }, "b"],
    ["the text of a boolean", { $eq: [field("doc.ok"), literal("true")] }, "a"],
    ["a boolean literal with JSON", { $eq: [field("doc.ok"), literal(false)] }, "b"],
    ["numbers", { $gte: [field("n"), literal(2.5)] }, "b"],
    ["a number with a number in text", { $lt: [field("n"), literal("2")] }, "a"],
    ["booleans", { $eq: [field("ok"), literal(true)] }, "a"],
    ["a literal on the left", { $lt: [literal(1), field("n")] }, "b"],
    ["two fields", { $gt: [as("doc.n", "double"), field("n")] }, "ab"],
    ["seconds since 1970 with a time", { $gt: [field("at"), literal(Date.UTC(2026, 10, 20, 10) / 1000)] }, "b"],
    ["fractions of seconds", { $lte: [field("at"), literal(Date.UTC(2026, 10, 20, 11) / 1000 + 0.5)] }, "ab"],
    ["ISO 8601 with a time", { $lt: [field("at"), literal("2026-11-20T12:00:00+02:00")] }, ""],
    ["not before a time", { $not: [{ $gt: [field("at"), literal("2026-11-20T10:30:00Z")] }] }, "a"],
    ["a list index", { $eq: [field("doc.tags.1"), literal("y")] }, "a"],
    ["a list index, never a member of an object", { $eq: [field("doc.deep.0"), literal("key")] }, ""],
    ["two literals", { $eq: [literal(1), literal(1)] }, "abc"],
  ])("compares %s", async (_name, expression, ids) => {
    expect(await idsWhere(expression)).toBe(ids);
  });

  it.each([
    ["= null finds what is not there", { $eq: [field("name"), literal(null)] }, "c"],
    ["= null finds JSON that is missing or null", { $eq: [field("doc.user"), literal(null)] }, "c"],
    [
      "a comparison with null decides nothing, also under $not",
      { $not: [{ $eq: [field("name"), literal("x")] }] },
      "ab",
    ],
    ["> null decides nothing", { $gt: [field("n"), literal(null)] }, ""],
    ["empty text is what JSON paths give for nothing", { $eq: [field("doc.user.name"), literal("")] }, "c"],
    ["not empty", { $not: [{ $eq: [field("doc.user.name"), literal("")] }] }, "ab"],
    ["objects and lists have their JSON as text", { $eq: [field("doc.tags"), literal("[]")] }, "b"],
    ["an object is not empty", { $eq: [field("doc.deep"), literal("")] }, "ac"],
    [
      "an object is searched as JSON without spaces",
      { $contains: { input: field("doc.user"), substr: literal('{"name":"') } },
      "ab",
    ],
    ["text that looks like a list has one", { $eq: [field("doc.text"), literal("[1]")] }, "c"],
  ])("%s", async (_name, expression, ids) => {
    expect(await idsWhere(expression)).toBe(ids);
  });
});

describe("other operations", () => {
  it.each([
    ["$and", { $and: [{ $eq: [field("id"), literal("a")] }, { $eq: [field("n"), literal(1)] }] }, "a"],
    ["$and of one", { $and: [{ $eq: [field("id"), literal("a")] }] }, "a"],
    ["$or", { $or: [{ $eq: [field("id"), literal("a")] }, { $eq: [field("id"), literal("c")] }] }, "ac"],
    ["a boolean literal as a condition", { $and: [literal(true)] }, "abc"],
    ["a boolean field as a condition", { $or: [field("ok")] }, "a"],
    ["$in texts", { $in: [field("id"), [literal("a"), literal("b")]] }, "ab"],
    ["$in texts of JSON", { $in: [field("doc.user.name"), [literal("mia")]] }, "a"],
    ["$in numbers", { $in: [field("n"), [literal(1), literal(2.5)]] }, "ab"],
    ["$in numbers of JSON", { $in: [field("doc.n"), [literal(9), literal(9.5)]] }, "bc"],
    ["$in mixed operands", { $in: [field("id"), [literal("a"), field("id")]] }, "abc"],
    ["$in nothing", { $in: [field("id"), []] }, ""],
    ["$contains", { $contains: { input: field("name"), substr: literal("had") } }, "b"],
    ["$contains minds case", { $contains: { input: field("name"), substr: literal("MIA") } }, ""],
    [
      "$contains without case",
      { $contains: { input: field("name"), substr: literal("MIA"), case_insensitive: true } },
      "a",
    ],
    ["$contains in a whole JSON value", { $contains: { input: field("doc"), substr: literal("Émile") } }, "b"],
    ["$containsToken", { $containsToken: { input: field("name"), substr: literal("haddad") } }, "b"],
    ["$containsToken takes whole tokens", { $containsToken: { input: field("name"), substr: literal("had") } }, ""],
    [
      "$containsToken without case",
      { $containsToken: { input: field("name"), substr: literal("MIA"), case_insensitive: true } },
      "a",
    ],
    ["$convert exists", { $and: [as("doc.ok", "exists")] }, "ab"],
    ["$convert exists of a column", { $and: [as("name", "exists")] }, "ab"],
    ["$convert int", { $eq: [as("doc.n", "int"), literal(10)] }, "a"],
    ["$convert double", { $gt: [as("doc.n", "double"), literal(9)] }, "ac"],
    ["$convert bool", { $and: [as("doc.ok", "bool")] }, "a"],
    ["$convert string", { $eq: [as("n", "string"), literal("2.5")] }, "b"],
    ["$convert of a literal", { $eq: [field("n"), { $convert: { input: literal("1"), to: "double" } }] }, "a"],
  ])("%s", async (_name, expression, ids) => {
    expect(await idsWhere(expression)).toBe(ids);
  });
});

describe("refused expressions", () => {
  it.each([
    ["an empty $and", { $and: [] }, InvalidRequestError],
    ["an empty $or", { $or: [] }, InvalidRequestError],
    ["text against a number", { $gt: [field("name"), literal(1)] }, InvalidRequestError],
    ["a number against a word", { $gt: [field("n"), literal("many")] }, InvalidRequestError],
    ["a time against a word", { $gt: [field("at"), literal("soon")] }, InvalidRequestError],
    ["an unknown field", { $eq: [field("secret"), literal(1)] }, ForbiddenError],
    ["an inherited name", { $eq: [field("constructor"), literal(1)] }, ForbiddenError],
    ["a path with an empty part", { $eq: [field("doc..x"), literal(1)] }, InvalidRequestError],
    ["a value where a condition must stand", { $and: [literal("x")] }, ForbiddenError],
    ["text search in a number", { $contains: { input: field("n"), substr: literal("1") } }, ForbiddenError],
  ])("%s", async (_name, expression, kind) => {
    await expect(idsWhere(expression)).rejects.toThrow(kind);
  });

  it("refuses too many operands and too deep nesting", async () => {
    const many = { $or: Array.from({ length: 10_001 }, () => literal(true)) };
    await expect(idsWhere(many)).rejects.toThrow(InvalidRequestError);
    let deep: unknown = literal(true);
    for (let level = 0; level < 150; level += 1) deep = { $not: [deep] };
    await expect(idsWhere(deep)).rejects.toThrow(InvalidRequestError);
  });
});

describe("sort order", () => {
  it.each([
    ["numbers in JSON before text, none last, ascending", [{ field: "doc.n", direction: "asc" }], "bca"],
    ["descending", [{ field: "doc.n", direction: "desc" }], "acb"],
    ["values before none whatever the direction", [{ field: "doc.ok", direction: "asc" }], "bac"],
    ["columns, none last", [{ field: "name", direction: "desc" }], "bac"],
    [
      "several keys",
      [
        { field: "ok", direction: "desc" },
        { field: "id", direction: "asc" },
      ],
      "abc",
    ],
  ] as [string, SortKey[], string][])("sorts %s", async (_name, keys, ids) => {
    expect(await idsBy(keys)).toBe(ids);
  });
});

describe("values that a caller writes", () => {
  const attacks = [
    "' OR 1=1 --",
    "`",
    "file('/etc/passwd')",
    "a') INTO OUTFILE '/tmp/x",
    "{p0:String}",
    "\\'",
    "\u0000",
    "a\nb",
    "__proto__",
  ];

  it.each(attacks)("are only values: %s", async (attack) => {
    expect(await idsWhere({ $eq: [field("name"), literal(attack)] })).toBe("");
    expect(await idsWhere({ $eq: [field(`doc.${attack}`), literal("x")] })).toBe("");
    expect(await idsWhere({ $contains: { input: field("doc"), substr: literal(attack) } })).toBe("");
    expect(await idsBy([{ field: `doc.${attack}`, direction: "asc" }])).toHaveLength(3);
  });

  it("never appear in SQL", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), fc.string({ minLength: 4 }), (path, value) => {
        const part = `~${path.replaceAll(".", "")}~`;
        const params = new SqlParams();
        const operand = { $eq: [{ $getField: `doc.${part}` }, { $literal: `~${value}~` }] } as const;
        const { sql } = compileCondition({ $and: [{ $eq: [...operand.$eq] }] }, { resolve, params });
        expect(sql).not.toContain("~");
      }),
    );
  });
});
