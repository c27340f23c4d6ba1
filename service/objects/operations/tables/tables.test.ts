import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { valueDigest } from "@/service/kernel/json/digest";
import { openTestRows, type TestRows } from "@/service/testing/open-test-rows";
import { TableStore } from "@/service/traces/store/tables/table-store";
import { tablesSuite } from "@/test/contract/tables.suite";
import { Target } from "@/test/contract/target";
import { sized } from "@/test/setup/test-length";
import { createTable } from "./table-create";
import { createTableFromDigests } from "./table-create-from-digests";
import { queryTable } from "./table-query";
import { queryTableStats } from "./table-query-stats";
import { queryTablesStats } from "./table-query-stats-batch";
import { streamTable } from "./table-query-stream";
import { updateTable } from "./table-update";

let service: TestRows;
let target: Target;

beforeAll(async () => {
  service = await openTestRows({
    "table.create": createTable,
    "table.createFromDigests": createTableFromDigests,
    "table.update": updateTable,
    "table.query": queryTable,
    "table.queryStream": streamTable,
    "table.queryStats": queryTableStats,
    "table.queryStatsBatch": queryTablesStats,
  });
  target = new Target(service.door("svc"));
});

afterAll(() => service.close());

const newProject = () => `e/${uuid4()}`;

// `npm test` runs the suite through a door of test/contract.
describe("through the router alone", { tags: ["all"] }, () => tablesSuite(() => target, newProject));

describe("tables", () => {
  const create = async (project_id: string, rows: readonly object[]) => {
    const { digest, row_digests = [] } = await target.ask("table.create", { table: { project_id, rows } });
    return { digest, rowDigests: row_digests };
  };
  const vals = async (project_id: string, digest: string, rest: object = {}) =>
    (await target.ask("table.query", { project_id, digest, ...rest })).rows.map(({ val }) => val);
  const storedRows = async (project: string) => {
    const sql = "SELECT count() AS n FROM table_rows WHERE project_id = {project:String}";
    return (await service.store.read<{ n: number }>({ sql, params: { project } }))[0]?.n;
  };

  it("have the digests that clients compute", async () => {
    const { digest, rowDigests } = await create(newProject(), [
      { id: "0", q: "é" },
      { id: "1", q: "b", n: 1 },
    ]);
    expect(digest).toBe("f5e1a07eaeffa0af52e676af730ebfe22331a9f0b7dfc1b2ba3e54194e2f54ed");
    expect(rowDigests[0]).toBe("W2QW0zX1CmFrCYy78Iwgehsc2fcIkpsYMki5nMHNlgY");
  });

  it("are returned exactly as sent, one line per row", async () => {
    const project_id = newProject();
    const row = '{ "x":1.0,"big":12345678901234567890123,"s":"\\u00e9\\ud800","z":-0.0 }';
    const body = `{"table":{"project_id":"${project_id}","rows":[${row.replace("{ ", "{\r\n")}]}}`;
    const { digest } = JSON.parse(await service.text("/table/create", body));
    const ask = JSON.stringify({ project_id, digest });
    const line = `{"digest":"${valueDigest(row)}","val":${row},"original_index":0}`;
    expect(await service.text("/table/query", ask)).toBe(`{"rows":[${line}]}`);
    expect(await service.text("/table/query_stream", ask)).toBe(`${line}\n`);
  });

  it("share equal rows within a project, and nothing between projects", async () => {
    const project = newProject();
    await create(project, [{ a: 1 }, { a: 2 }, { a: 1 }]);
    await create(project, [{ a: 2 }, { a: 3 }]);
    expect(await storedRows(project)).toBe(3);
    const other = newProject();
    const { digest, rowDigests } = await create(other, [{ a: 1 }]);
    expect(await vals(project, digest)).toEqual([]);
    expect(await vals(other, digest, { filter: { row_digests: rowDigests } })).toEqual([{ a: 1 }]);
  });

  it("share rows with a writer that has just started", async () => {
    const project = newProject();
    await create(project, [{ a: 1 }]);
    const digest = valueDigest('{"a":1}');
    const restarted = new TableStore(service.store);
    const items = ['{"a":1}', '{"a":2}'].map((text) => ({ digest: valueDigest(text), sizeBytes: 8, text }));
    await restarted.write(project, "u", items);
    expect(await storedRows(project)).toBe(2);
    expect((await restarted.rows.find(project, [digest, "no"])).size).toBe(1);
  });

  it("are each complete when written at the same time", async () => {
    const project = newProject();
    const writers = sized({ once: 6, all: 20 });
    const made = await Promise.all(
      Array.from({ length: writers }, (_, n) => create(project, [{ n: 0 }, { n }, { n: n + 1 }])),
    );
    for (const [n, { digest }] of made.entries()) {
      expect(await vals(project, digest)).toEqual([{ n: 0 }, { n }, { n: n + 1 }]);
    }
    expect(await storedRows(project)).toBe(writers + 1);
  });

  it("sort by list items, by text that looks like numbers, and by rows that the engine cannot read", async () => {
    const project = newProject();
    const rows = [{ k: ["b"], n: "10" }, { k: ["a"], n: "9" }, { k: { 0: "c" }, n: "x" }, { n: null }];
    const { digest } = await create(project, rows);
    const order = async (field: string, way: string) =>
      (await target.ask("table.query", { project_id: project, digest, sort_by: [{ field, order: way }] })).rows.map(
        ({ original_index }) => original_index,
      );
    expect(await order("k.0", "asc")).toEqual([1, 0, 2, 3]);
    expect(await order("n", "asc")).toEqual([1, 0, 2, 3]);
    expect(await order("n", "desc")).toEqual([0, 1, 2, 3]);
    const big =
      '{"table":{"project_id":"PROJECT","rows":[{"n":1e5,"s":"\\ud800"},{"n":99999999999999999999999},{"n":7}]}}';
    const made = JSON.parse(await service.text("/table/create", big.replace("PROJECT", project)));
    const sorted = await target.ask("table.query", {
      project_id: project,
      digest: made.digest,
      sort_by: [{ field: "n" }],
    });
    expect(sorted.rows.map(({ original_index }) => original_index)).toEqual([2, 0, 1]);
  });

  it("sort by several fields, and keep the table's order where rows are equal", async () => {
    const project = newProject();
    const { digest } = await create(project, [
      { a: 1, b: "y" },
      { a: 2, b: "x" },
      { a: 1, b: "z" },
      { a: 1, b: "y" },
    ]);
    const sort_by = [
      { field: "a", direction: "desc" },
      { field: "b", order: "asc" },
    ];
    const { rows } = await target.ask("table.query", { project_id: project, digest, sort_by });
    expect(rows.map(({ original_index }) => original_index)).toEqual([1, 0, 3, 2]);
  });

  it("treat field names as values, whatever they contain", async () => {
    const project = newProject();
    const field = "a'; DROP TABLE tables; -- {p0:String} \\";
    const { digest } = await create(project, [{ [field]: 2 }, { [field]: 1 }]);
    const { rows } = await target.ask("table.query", { project_id: project, digest, sort_by: [{ field }] });
    expect(rows.map(({ original_index }) => original_index)).toEqual([1, 0]);
  });

  it("page through many rows, plain, filtered and sorted, in both operations", async () => {
    const project = newProject();
    // The service reads 4,000 at a time.
    const count = sized({ once: 4600, all: 9000 });
    const rows = Array.from({ length: count }, (_, n) => ({ n, group: n % 3 }));
    const { digest, rowDigests } = await create(project, rows);
    const body = { project_id: project, digest };
    expect(await vals(project, digest)).toEqual(rows);
    expect(await vals(project, digest, { offset: count - 500 })).toEqual(rows.slice(-500));
    expect(await vals(project, digest, { offset: 100, limit: 4200 })).toEqual(rows.slice(100, 4300));
    const subset = { filter: { row_digests: rowDigests.slice(0, 900) }, offset: 300, limit: 500 };
    expect(await vals(project, digest, subset)).toEqual(rows.slice(300, 800));
    const streamed = await target.stream("table.queryStream", { ...body, sort_by: [{ field: "n", order: "desc" }] });
    expect(streamed.map(({ val }) => val)).toEqual(rows.toReversed());
  });

  it("are sorted the same in one part or several, wherever a part begins and ends", async () => {
    const project = newProject();
    const rows = Array.from({ length: 6000 }, (_, n) => ({ n, by: (n * 7919) % 1000 }));
    const { rowDigests } = await create(project, rows);
    const byDigest = new Map(rowDigests.map((own, n) => [own, rows[n]]));
    const apart = rowDigests.filter((_, n) => n % 9 === 0);
    const sort = [{ field: "by", order: "asc" }];
    for (const digests of [rowDigests, apart]) {
      const { digest } = await target.ask("table.createFromDigests", { project_id: project, row_digests: digests });
      const places = digests.map((own, at) => ({ at, row: byDigest.get(own) }));
      const sorted = places.sort((a, b) => (a.row?.by ?? 0) - (b.row?.by ?? 0) || a.at - b.at).map(({ row }) => row);
      expect(await vals(project, digest, { sort_by: sort })).toEqual(sorted);
      for (const [offset, limit] of [
        [150, 100],
        [190, 5000],
        ...sized({ once: [], all: [[0, 10] as const, [0, 200] as const, [sorted.length - 3, 10] as const] }),
      ] as const) {
        const part = await vals(project, digest, { sort_by: sort, offset, limit });
        expect(part).toEqual(sorted.slice(offset, offset + limit));
      }
    }
  });

  it("change step by step into another table, and are unchanged themselves", async () => {
    const project = newProject();
    const { digest: base, rowDigests } = await create(project, [{ n: 0 }, { n: 1 }]);
    const { digest, updated_row_digests } = await target.ask("table.update", {
      project_id: project,
      base_digest: base,
      updates: [{ append: { row: { n: 2 } } }, { insert: { index: 0, row: { n: -1 } } }, { pop: { index: 1 } }],
    });
    expect(await vals(project, digest)).toEqual([{ n: -1 }, { n: 1 }, { n: 2 }]);
    expect(updated_row_digests).toEqual([valueDigest('{"n":2}'), valueDigest('{"n":-1}'), rowDigests[0]]);
    expect(await vals(project, base)).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it("grow from an empty one, as clients upload large ones", async () => {
    const project = newProject();
    const { digest: empty } = await create(project, []);
    const updates = [{ append: { row: { n: 1.5 } } }];
    const { digest } = await target.ask("table.update", { project_id: project, base_digest: empty, updates });
    expect(await vals(project, digest)).toHaveLength(1);
  });

  it.each([
    ["an index before the first", [{ insert: { index: -1, row: {} } }], 400],
    ["an index after the end", [{ insert: { index: 3, row: {} } }], 400],
    ["a row that is not there", [{ pop: { index: 2 } }], 400],
    ["a row that is no object", [{ append: { row: 1 } }], 422],
  ])("refuse %s", async (_name, updates, status) => {
    const project = newProject();
    const { digest } = await create(project, [{ n: 0 }, { n: 1 }]);
    expect(await target.fail("table.update", { project_id: project, base_digest: digest, updates })).toMatchObject({
      status,
    });
  });

  it("refuse changes of a table that does not exist", async () => {
    const body = { project_id: newProject(), base_digest: "unknown", updates: [] };
    expect(await target.fail("table.update", body)).toMatchObject({ status: 404 });
  });

  it("are created from stored rows, and only from rows of the same project", async () => {
    const project = newProject();
    const { digest: complete, rowDigests } = await create(project, [{ n: 0 }, { n: 1 }]);
    const from = (project_id: string, row_digests: string[]) => ({ project_id, row_digests });
    const same = await target.ask("table.createFromDigests", from(project, rowDigests));
    expect(same.digest).toBe(complete);
    const { digest } = await target.ask(
      "table.createFromDigests",
      from(project, [...rowDigests, ...rowDigests].reverse()),
    );
    expect(await vals(project, digest)).toEqual([{ n: 1 }, { n: 0 }, { n: 1 }, { n: 0 }]);
    expect(await target.fail("table.createFromDigests", from(newProject(), rowDigests))).toMatchObject({ status: 404 });
  });

  it("are counted, with their sizes on request; unknown ones are omitted", async () => {
    const project_id = newProject();
    const { digest } = await create(project_id, [{ t: "é" }, { t: "é" }]);
    expect(await target.ask("table.queryStats", { project_id, digest })).toMatchObject({ count: 2 });
    expect(await target.ask("table.queryStats", { project_id, digest: "unknown" })).toMatchObject({ count: 0 });
    const digests = ["unknown", digest];
    const batch = await target.ask("table.queryStatsBatch", { project_id, digests, include_storage_size: true });
    // {"t": "\u00e9"} is 15 bytes as Python writes it.
    expect(batch.tables).toEqual([{ digest, count: 2, storage_size_bytes: 30 }]);
    const bare = await target.ask("table.queryStatsBatch", { project_id, digests });
    expect(bare.tables).toEqual([{ digest, count: 2, storage_size_bytes: null }]);
  });

  it("with an unexpected digest are not stored", async () => {
    const project_id = newProject();
    const table = { project_id, rows: [{ a: 1 }], expected_digest: "other" };
    expect(await target.fail("table.create", { table })).toMatchObject({ status: 400 });
    expect(await storedRows(project_id)).toBe(0);
  });
});
