import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sized } from "@/test/setup/test-length";
import { isSound, mendDescription } from "./mend-description";
import { DESCRIPTION_FILES, type DescriptionFile, type PartDescription, readDescription } from "./part-description";

const TABLE = new Map([
  ["project_id", "LowCardinality(String)"],
  ["started_at", "DateTime64(6, 'UTC')"],
  ["id", "String"],
  ["output", "String"],
  ["exception", "String"],
  ["ended_at", "Nullable(DateTime64(6, 'UTC'))"],
  ["refs", "Array(String)"],
  ["report", "Tuple(by UInt8, source String)"],
  ["latency", "SimpleAggregateFunction(sum, Int64)"],
]);

const STREAMS: Readonly<Record<string, readonly string[]>> = {
  project_id: ["project_id.dict_prefix", "project_id.dict", "project_id"],
  started_at: ["started_at"],
  id: ["id.size", "id"],
  output: ["output.size", "output"],
  exception: ["exception.sparse.idx", "exception.size", "exception"],
  ended_at: ["ended_at.null", "ended_at"],
  refs: ["refs.size0", "refs.size", "refs"],
  report: ["report%2Eby.sparse.idx", "report%2Eby", "report%2Esource.size", "report%2Esource"],
  latency: ["latency.sparse.idx", "latency"],
};

const stored = (kind: string, name: string) => ({
  kind,
  name,
  num_defaults: kind === "Sparse" ? 412 : 0,
  num_rows: 412,
});
const inside = (kind: string) => ({ kind, num_defaults: 0, num_rows: 412 });

/** As the engine writes them for the columns of a table. */
const PART: PartDescription = {
  columns: `columns format version: 1\n9 columns:\n${[...TABLE].map(([name, type]) => `\`${name}\` ${type}\n`).join("")}`,
  substreams: `columns substreams version: 1\n9 columns:\n${Object.entries(STREAMS)
    .map(([name, streams]) => `${streams.length} substreams for column \`${name}\`:\n\t${streams.join("\n\t")}\n`)
    .join("")}`,
  serialization: JSON.stringify({
    columns: [
      stored("Sparse", "exception"),
      stored("Default", "id"),
      stored("Sparse", "latency"),
      stored("Default", "output"),
      { ...stored("Default", "report"), subcolumns: [inside("Sparse"), inside("Default")] },
      stored("Default", "started_at"),
    ],
    propagate_types_serialization_versions_to_nested_types: true,
    types_serialization_versions: { string: 1 },
    version: 1,
  }),
  isCompact: true,
};

const changed = (part: PartDescription, file: DescriptionFile, at: number, byte: number): PartDescription => {
  const text = part[file] ?? "";
  return { ...part, [file]: text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1) };
};

/** What is said, but the counts, of which none decides how a value is read. */
const saidBy = (part: PartDescription | null) => {
  const { columns, substreams, serialization } = readDescription(part ?? PART);
  const counts = (key: string, value: unknown) => (key.startsWith("num_") ? null : value);
  return part && JSON.stringify([[...(columns ?? [])], [...(substreams ?? [])], serialization], counts);
};

const FILES = Object.keys(DESCRIPTION_FILES) as DescriptionFile[];
const RUNS = sized({ once: 12, all: 100, long: 3000 });

describe("what a part says of its columns", () => {
  it("fits as the engine writes it", () => {
    expect(isSound(PART, TABLE)).toBe(true);
  });

  it("is read as before after any bit of it changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FILES), fc.nat(), fc.nat(7), async (file, position, bit) => {
        const text = PART[file] ?? "";
        const at = position % text.length;
        const damaged = changed(PART, file, at, text.charCodeAt(at) ^ (1 << bit));
        expect(saidBy(await mendDescription(damaged, TABLE))).toBe(saidBy(PART));
      }),
      { numRuns: RUNS },
    );
  });

  it("is read as before after a byte became another one", async () => {
    const text = PART.columns ?? "";
    const damaged = changed(PART, "columns", text.indexOf("`output`") + 1, "#".charCodeAt(0));
    expect(isSound(damaged, TABLE)).toBe(false);
    expect(await mendDescription(damaged, TABLE)).toEqual(PART);
  });

  it("is known from the other files when the list of columns is gone", async () => {
    expect(await mendDescription({ ...PART, columns: null }, TABLE)).toEqual(PART);
  });

  it("is not guessed where two bytes changed", async () => {
    const text = PART.columns ?? "";
    const one = changed(PART, "columns", text.indexOf("`output`") + 1, "#".charCodeAt(0));
    const two = changed(one, "columns", text.indexOf("`refs`") + 1, "#".charCodeAt(0));
    expect(await mendDescription(two, TABLE)).toBeNull();
  });

  it("may be that of an older table, with a column that was removed since and without one that was added", () => {
    const later = new Map([...TABLE].filter(([name]) => name !== "output"));
    later.set("added", "String");
    expect(isSound(PART, later)).toBe(true);
  });

  it("may lack the files that older versions did not write, and then is mended by what the table says", async () => {
    const older = { ...PART, substreams: null, serialization: null };
    expect(isSound(older, TABLE)).toBe(true);
    const at = (older.columns ?? "").indexOf("(6,") + 1;
    const damaged = changed(older, "columns", at, "4".charCodeAt(0));
    expect(isSound(damaged, TABLE)).toBe(false);
    expect(await mendDescription(damaged, TABLE)).toEqual(older);
  });
});
