import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type BufferedRow, type BufferedRowBlock, ParsedRows, rowsOf } from "./buffered-row";
import { FieldDiscovery } from "./field-discovery";
import { RowLines } from "./row-lines";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const line = (index: number, val: unknown = { n: index }) =>
  `${JSON.stringify({ digest: `r${index}`, val, original_index: index })}\n`;

/** Reads chunks to the end. */
function read(chunks: readonly Uint8Array[]) {
  const lines = new RowLines();
  const blocks: BufferedRowBlock[] = [];
  for (const chunk of chunks) {
    const block = lines.push(chunk);
    if (block) blocks.push(block);
  }
  const { block, end } = lines.finish();
  if (block) blocks.push(block);
  const parsed = new ParsedRows();
  const rows: BufferedRow[] = [];
  const notable: BufferedRow[] = [];
  for (const part of blocks) {
    const made = rowsOf(part, parsed);
    rows.push(...made);
    notable.push(...part.notable.flatMap((index) => made[index] ?? []));
  }
  return { rows, notable, summary: lines.summary(end) };
}

const plain = (rows: readonly BufferedRow[]) =>
  rows.map(({ digest, val, original_index }) => ({ digest, val, original_index }));

describe("the lines of a stream of rows", () => {
  it("are the same wherever the bytes are split", () => {
    const bytes = bytesOf(line(0, { name: "Łódź 🧵" }) + line(1) + line(2, [1, null]));
    const complete = plain(read([bytes]).rows);
    expect(complete.map(({ val }) => val)).toEqual([{ name: "Łódź 🧵" }, { n: 1 }, [1, null]]);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { rows, summary } = read([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(plain(rows)).toEqual(complete);
      expect(summary).toEqual({ rowCount: 3, badLines: [], end: { kind: "complete" } });
    }
  });

  it("keep the digits of their numbers", () => {
    const text = '{"digest":"r","val":{"big":9007199254740993,"float":1.0},"original_index":0}\n';
    const [row] = read([bytesOf(text)]).rows;
    expect(stringifyJson(row?.val)).toBe('{"big":9007199254740993,"float":1.0}');
  });

  it("are counted when they are not rows, and reading continues", () => {
    const { rows, summary } = read([bytesOf(`${line(0)}<html>\n\n{"val":1}\n${line(1)}`)]);
    expect(rows.map(({ digest }) => digest)).toEqual(["r0", "r1"]);
    expect(summary.rowCount).toBe(2);
    expect(summary.badLines.map((bad) => bad.line)).toEqual([2, 4]);
  });

  it("count without a line break when they are complete, and are incomplete otherwise", () => {
    expect(read([bytesOf(line(0).trimEnd())])).toMatchObject({ summary: { rowCount: 1, end: { kind: "complete" } } });
    const broken = read([bytesOf(`${line(0)}{"digest":"r1","va`)]);
    expect(broken.rows).toHaveLength(1);
    expect(broken.summary.end.kind).toBe("cut-short");
  });

  it("have a row number only when they contain one", () => {
    const { rows } = read([bytesOf('{"digest":"a","val":1}\n{"digest":"b","val":2,"original_index":null}\n')]);
    expect(rows.map(({ original_index }) => original_index)).toEqual([null, null]);
  });

  it("are notable at the beginning, and later when a field or a kind of value is new", () => {
    const plainLines = Array.from({ length: 200 }, (_, index) => line(index)).join("");
    const { notable } = read([bytesOf(plainLines + line(200, { n: 1, late: true }) + line(201, { n: "text" }))]);
    expect(notable.slice(60).map(({ digest }) => digest)).toEqual(["r200", "r201"]);
  });
});

describe("a stored row", () => {
  it("is the same however many other rows were viewed in between", () => {
    const { rows } = read([bytesOf(Array.from({ length: 2000 }, (_, index) => line(index)).join(""))]);
    const first = rows[0]?.val;
    for (const row of rows) expect(row.val).toEqual({ n: row.original_index });
    expect(rows[0]?.val).toEqual(first);
  });
});

describe("rows of the same form", () => {
  /** Values like those of table rows: few sets of members, with any values. */
  const value = fc.oneof(
    fc.record({ n: fc.oneof(fc.integer(), fc.double({ noNaN: true })), text: fc.string({ unit: "grapheme" }) }),
    fc.record({ n: fc.constantFrom(1, "1", null), list: fc.array(fc.oneof(fc.integer(), fc.string())) }),
    fc.record({ deep: fc.record({ ok: fc.boolean(), list: fc.array(fc.record({ a: fc.string() })) }) }),
    fc.jsonValue({ maxDepth: 3 }),
  );

  it("are read as if each row were parsed", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), fc.boolean(), (values, hasBadLines) => {
        const plainRows = Array.from({ length: 60 }, (_, index) => line(index, null));
        const rows = values.map((val, index) => line(60 + index, val));
        const bad = hasBadLines ? rows.map((text) => text.replace(/[,:]/, "")) : [];
        const { rows: found, notable, summary } = read([bytesOf([...plainRows, ...rows, ...bad, ...rows].join(""))]);
        expect(plain(found.slice(60)).map(({ val }) => stringifyJson(val))).toEqual(
          [...values, ...values].map((val) => stringifyJson(parseJson(JSON.stringify(val)))),
        );
        const discovery = new FieldDiscovery(new Set());
        discovery.addPart([{ val: null }]);
        const expected = values.flatMap((val, index) => {
          const { shape } = discovery;
          discovery.addPart([{ val: JSON.parse(JSON.stringify(val)) }]);
          return discovery.shape === shape ? [] : [60 + index];
        });
        expect(notable.slice(60).map((row) => row.original_index)).toEqual(expected);
        expect(summary.badLines).toHaveLength(bad.length);
      }),
    );
  }, 30_000);
});
