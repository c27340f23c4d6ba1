import { expect, it } from "vitest";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { querySqlTool } from "./query-sql";

/** A workspace whose service answers with these rows. */
function readerOf(rows: readonly (readonly unknown[])[], isCut = false) {
  const sent: unknown[] = [];
  const columns = [
    { name: "op", type: "String" },
    { name: "calls", type: "Nullable(UInt64)" },
  ];
  const call = async (_id: string, { body }: { body: unknown }) => {
    sent.push(body);
    return { columns, rows, is_cut: isCut, elapsed_ms: 3 };
  };
  const open = async () => ({
    service: { call },
    projectId: "e/p",
    slug: "w",
    pageUrl: (path: string) => `http://x${path}`,
  });
  return { sent, reader: { open } as unknown as AgentReader };
}

const run = (input: object, reader: AgentReader) => querySqlTool.run(querySqlTool.input.parse(input), reader);

it("returns rows by name, aligned for reading, with a missing value as such, and the page of the query", async () => {
  const { reader, sent } = readerOf([
    ["search", 12],
    ["book", null],
  ]);
  const { text, data } = await run({ sql: "SELECT {a}", parameters: { a: 1 }, limit: 5 }, reader);
  expect(sent).toEqual([{ project_id: "e/p", sql: "SELECT {a}", parameters: { a: 1 }, limits: { rows: 5 } }]);
  expect(data.rows).toEqual([
    { op: "search", calls: 12 },
    { op: "book", calls: null },
  ]);
  expect(text).toBe("op      calls\nsearch     12\nbook     null\nPage: http://x/w/sql?sql=SELECT+%7Ba%7D");
});

it("says that rows are missing, by the limit of the query and by that of an answer", async () => {
  const { reader } = readerOf(
    Array.from({ length: 40 }, () => ["x".repeat(1000), 1]),
    true,
  );
  const { data, text } = await run({ sql: "SELECT 1", limit: 40 }, reader);
  expect(data.rows.length).toBeLessThan(25);
  expect(data.cut).toEqual([
    `${40 - data.rows.length} more rows do not fit: select fewer columns or rows.`,
    "There are more than 40 rows: aggregate, or pass limit.",
  ]);
  expect(text).toContain("Cut: ");
});
