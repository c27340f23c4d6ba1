import { z } from "zod";
import { MAX_SQL_LENGTH } from "@/lib/api/contract/sql/sql-limits";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool } from "./tool";

const MAX_CELL = 200;

const cellText = (value: unknown): string =>
  value === null ? "null" : oneLine(typeof value === "object" ? JSON.stringify(value) : String(value), MAX_CELL);

export const querySqlTool = defineTool({
  name: "query_sql",
  title: "SQL over a project",
  description: `Runs one read-only query with SQL in ClickHouse's dialect, for questions that no other tool answers. Views: ${SQL_VIEWS.map(({ name }) => name).join(", ")}; \`DESCRIBE calls\` lists columns. attributes.env is a member of JSON as text. Aggregate and filter by started_at.`,
  input: z.strictObject({
    workspace: workspaceInput,
    sql: z.string().min(1).max(MAX_SQL_LENGTH).describe("{name} is a parameter."),
    parameters: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .optional()
      .describe("Values of the parameters, by name."),
    limit: z.number().int().min(1).max(1000).default(100),
  }),
  output: z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.record(z.string(), z.unknown())),
    elapsed_ms: z.number(),
    url: z.string(),
    cut: cutOutput,
  }),
  operations: ["sql.query"],
  run: async ({ sql, parameters = {}, limit, ...input }, reader) => {
    const { service, projectId, slug, pageUrl } = await reader.open(input.workspace);
    const body = { project_id: projectId, sql, parameters, limits: { rows: limit } };
    const { columns, rows: read, is_cut, elapsed_ms } = await service.call("sql.query", { body });
    const named = read.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
    const { rows, omittedCount } = fitRows(named);
    const cut = [
      ...(omittedCount > 0 ? [`${omittedCount} more rows do not fit: select fewer columns or rows.`] : []),
      ...(is_cut ? [`There are more than ${limit} rows: aggregate, or pass limit.`] : []),
    ];
    const url = pageUrl(`/${slug}/sql?${new URLSearchParams({ sql })}`);
    const heads = columns.map(({ name, type }) => ({
      name,
      isNumber: /^(?:Nullable\()?(?:U?Int|Float|Decimal)/.test(type),
    }));
    const cells = rows.map((row) => columns.map(({ name }) => cellText(row[name])));
    const text = (rows.length === 0 ? "No rows." : textTable(heads, cells)) + footText(cut, url);
    return { text, data: { columns, rows: [...rows], elapsed_ms, url, cut } };
  },
});
