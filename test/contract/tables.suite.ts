import { describe, expect, it } from "vitest";
import type { Target } from "./target";

const ROWS = [
  { name: "b", score: { mean: 2 } },
  { name: "a", score: { mean: 10 } },
  { name: "c", score: { mean: null } },
  { name: "b", score: { mean: 2 } },
];

/** Checks /table/query and /table/query_stream through every door to the service. */
export function tablesSuite(target: () => Target, newProject: () => string): void {
  async function store(rows: readonly object[] = ROWS) {
    const project_id = newProject();
    const { digest, row_digests = [] } = await target().ask("table.create", { table: { project_id, rows } });
    return { table: { project_id, digest }, rowDigests: row_digests };
  }

  const doors = [
    ["/table/query", async (body: object) => (await target().ask("table.query", body)).rows],
    ["/table/query_stream", (body: object) => target().stream("table.queryStream", body)],
  ] as const;

  describe.each(doors)("%s", (_path, query) => {
    const indexes = async (body: object) => (await query(body)).map(({ original_index }) => original_index);

    it("returns every row in the stored order, including repeated rows", async () => {
      const { table, rowDigests } = await store();
      const rows = await query(table);
      expect(rows.map(({ val }) => val)).toEqual(ROWS);
      expect(rows.map(({ original_index }) => original_index)).toEqual([0, 1, 2, 3]);
      expect(rows.map(({ digest }) => digest)).toEqual(rowDigests);
      expect(rowDigests[0]).toBe(rowDigests[3]);
    });

    it("pages with limit and offset", async () => {
      const { table } = await store();
      expect(await indexes({ ...table, limit: 2 })).toEqual([0, 1]);
      expect(await indexes({ ...table, limit: 2, offset: 3 })).toEqual([3]);
      expect(await indexes({ ...table, limit: 0 })).toEqual([]);
      expect(await indexes({ ...table, offset: 9 })).toEqual([]);
      expect(await indexes({ ...table, limit: null, offset: null, sort_by: null, filter: null })).toHaveLength(4);
    });

    it("filters by row digest, at every position of that row", async () => {
      const { table, rowDigests } = await store();
      expect(await indexes({ ...table, filter: { row_digests: [rowDigests[0]] } })).toEqual([0, 3]);
      expect(await indexes({ ...table, filter: { row_digests: [rowDigests[1], "unknown"] } })).toEqual([1]);
      expect(await indexes({ ...table, filter: { row_digests: ["unknown"] } })).toEqual([]);
    });

    it("sorts by a nested field as numbers, rows without a value last in both directions", async () => {
      const { table } = await store();
      const by = (field: string, order?: string) => ({ ...table, sort_by: [order ? { field, order } : { field }] });
      expect(await indexes(by("score.mean", "desc"))).toEqual([1, 0, 3, 2]);
      expect(await indexes(by("score.mean", "asc"))).toEqual([0, 3, 1, 2]);
      expect(await indexes(by("name"))).toEqual([1, 0, 3, 2]);
      expect(await indexes({ ...by("score.mean", "desc"), limit: 1, offset: 1 })).toEqual([0]);
    });

    it("returns no rows for a missing table and for an empty one", async () => {
      const { table } = await store([]);
      expect(table.digest).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
      expect(await query(table)).toEqual([]);
      expect(await query({ ...table, digest: "unknown" })).toEqual([]);
    });
  });

  describe.each(["table.query", "table.queryStream"] as const)("%s rejects", (id) => {
    it.each([
      ["no digest", { project_id: "e/p" }, 422],
      ["no project", { digest: "d" }, 422],
      ["an order that is none", { project_id: "e/p", digest: "d", sort_by: [{ field: "a", order: "up" }] }, 422],
      ["a field with an empty part", { project_id: "e/p", digest: "d", sort_by: [{ field: "a..b" }] }, 400],
      ["a field with a trailing dot", { project_id: "e/p", digest: "d", sort_by: [{ field: "a." }] }, 400],
      ["an empty field", { project_id: "e/p", digest: "d", sort_by: [{ field: "" }] }, 400],
      ["a negative limit", { project_id: "e/p", digest: "d", limit: -1 }, 400],
      ["a negative offset", { project_id: "e/p", digest: "d", offset: -1 }, 400],
      ["row digests that are no list", { project_id: "e/p", digest: "d", filter: { row_digests: "x" } }, 422],
    ])("%s", async (_name, body, status) => {
      expect((await target().fail(id, body)).status).toBe(status);
    });
  });
}
