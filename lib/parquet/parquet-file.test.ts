import fc from "fast-check";
import { parquetMetadata } from "hyparquet";
import { expect, it } from "vitest";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { FileSink } from "@/lib/export/file-sink";
import { parquetRows } from "@/lib/import/values/parquet-rows";
import { isMembers } from "@/lib/json/value/members";
import { sized } from "@/test/setup/test-length";
import { ParquetFile } from "./parquet-file";
import { ValueShape } from "./value-shape";

/** The bytes of a file with these rows. */
async function written(rows: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: BlobPart[] = [];
  const write = async (piece: BlobPart) => void pieces.push(piece);
  const sink: FileSink = { write, close: async () => undefined, abandon: async () => undefined };
  const shape = new ValueShape();
  for (const row of rows) shape.add(row);
  const file = new ParquetFile(sink, shape.type);
  await file.add(rows);
  await file.end();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The rows that an import finds in a file. */
async function readBack(bytes: Uint8Array<ArrayBuffer>): Promise<unknown[]> {
  const slice = (start: number, end?: number) => bytes.slice(start, end).buffer;
  const rows = [];
  const integerOf = (value: bigint) => parseJson(String(value));
  for await (const { row } of parquetRows({ byteLength: bytes.length, slice }, integerOf)) rows.push(row);
  return rows;
}

/** A value without what a file of columns does not keep: whether a member is missing or null, and whether 1 was 1.0. */
function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept);
  if (isMembers(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, kept(member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== null && !isEmpty(member)));
  }
  return value === undefined ? null : parseJson(stringifyJson(value).replace(/^(-?\d+)\.0+$/, "$1"));
}

/** An object whose members are all missing. */
const isEmpty = (value: unknown) => isMembers(value) && Object.keys(value).length === 0;

it("keeps each value of rows of any kind, of their lists and objects, and all digits", async () => {
  const number = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom("1.0", "9007199254740993", "-9223372036854775808", "18446744073709551615", "0.1234567890123456789"),
  );
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "é", "\ud800", "=1+1"));
  const { row } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("null", "true", "false"),
      number,
      text.map((it) => JSON.stringify(it)),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
      tie("row"),
    ),
    row: fc
      .dictionary(fc.constantFrom("a", "b", "c.d", "", "__proto__", "é"), tie("value"), { maxKeys: 4 })
      .map((members) => `{${Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`)}}`),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(row as fc.Arbitrary<string>, { minLength: 1, maxLength: 6 }), async (texts) => {
      const rows = texts.map(parseJson);
      const found = await readBack(await written(rows));
      // Rows that are not objects with columns have one.
      const isOneColumn = new ValueShape();
      for (const each of rows) isOneColumn.add(each);
      const values =
        isOneColumn.type.kind === "object" ? found : found.map((each) => (each as { value: unknown }).value);
      expect(values.map(kept)).toEqual(rows.map(kept));
    }),
    { numRuns: sized({ once: 100, all: 1_000 }) },
  );
});

it("has columns of the types that their values have", async () => {
  const rows = [
    { id: 1, share: 0.5, ok: true, note: "é", tags: ["a", "b"], task: { seat: "12A" }, mixed: 1, keys: {} },
    { id: 2, share: 1, ok: false, note: null, tags: [], task: null, mixed: "x", keys: {}, late: [{ n: 1 }, null] },
  ];
  const bytes = await written(rows);
  const { schema } = parquetMetadata(bytes.buffer);
  const leaves = schema.filter(({ type }) => type !== undefined);
  expect(leaves.map(({ name, type, logical_type: logical }) => [name, type, logical?.type])).toEqual([
    ["id", "INT64", undefined],
    ["share", "DOUBLE", undefined],
    ["ok", "BOOLEAN", undefined],
    ["note", "BYTE_ARRAY", "STRING"],
    ["element", "BYTE_ARRAY", "STRING"],
    ["seat", "BYTE_ARRAY", "STRING"],
    ["mixed", "BYTE_ARRAY", "STRING"],
    ["keys", "BYTE_ARRAY", "STRING"],
    ["n", "INT64", undefined],
  ]);
});

it("is divided into groups of rows, and is empty without any", async () => {
  const rows = Array.from({ length: 45_000 }, (_, id) => ({ id, text: `row ${id % 7}` }));
  expect(await readBack(await written(rows))).toEqual(rows);
  expect(await readBack(await written([]))).toEqual([]);
});

it("writes objects with too many names as JSON, whose names are data", async () => {
  const names = Array.from({ length: 1_001 }, (_, at) => [`key-${at}`, at] as const);
  const shape = new ValueShape();
  for (const [name, at] of names) shape.add({ id: 1, counts: { [name]: at } });
  expect(shape.type).toEqual({
    kind: "object",
    members: [
      { name: "id", type: { kind: "integer" } },
      { name: "counts", type: { kind: "json" } },
    ],
  });
});
