import { z } from "zod";
import { MAX_ANSWER_CHARACTERS, textPage } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { readTableAddress } from "@/lib/dataset/table-address";
import { countOf, formatCount } from "@/lib/format/count";
import { valueText } from "@/lib/json/value/json-path";
import { unlessUnsupported } from "./unsupported";

/** Characters of each row where several are read. */
const ROW_CHARACTERS = 2_000;

export const tableRow = z.object({
  index: z.number().int().describe("In the table, from 0."),
  digest: z.string(),
  text: z.string().describe("JSON text of the row, or a part of it."),
  from: z.number().int(),
  to: z.number().int(),
  length: z.number().int(),
});

type Row = z.infer<typeof tableRow>;

/** The rows that were read, how many there are (null where the service does not count), and what was left out. */
export interface ReadRows {
  readonly digest: string;
  readonly rows: readonly Row[];
  readonly count: number | null;
  readonly nextOffset: number | null;
  readonly cut: readonly string[];
}

interface RowsPage {
  readonly offset: number;
  readonly limit: number;
  readonly from: number;
  readonly length: number;
}

/** The rows that fit into an answer, at least one. */
function fitting(rows: readonly Row[]): readonly Row[] {
  let length = 0;
  const end = rows.findIndex(({ text }, index) => {
    length += text.length;
    return index > 0 && length > MAX_ANSWER_CHARACTERS;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Reads rows of a table: some with their beginnings, or one page by page.
 *
 * @param digestOfObject finds the table of an object's version
 * @throws ToolError for a text that names no table
 */
export async function readTableRows(
  { service, projectId }: OpenWorkspace,
  address: string,
  page: RowsPage,
  digestOfObject: (objectId: string, version: string) => Promise<string>,
): Promise<ReadRows> {
  const [, objectId, version = "latest"] = /^([^:/]+):([^:/]+)$/.exec(address) ?? [];
  const target =
    objectId === undefined
      ? readTableAddress(address, projectId)
      : ({ kind: "object", objectId, version, rowDigest: null } as const);
  if (target.kind === "problem") throw new ToolError(`rows_of: ${target.message} A dataset is NAME:latest.`);
  const digest = target.kind === "table" ? target.digest : await digestOfObject(target.objectId, target.version);
  const { offset, limit, from, length } = page;
  const filter = target.rowDigest === null ? {} : { filter: { row_digests: [target.rowDigest] } };
  const body = { project_id: projectId, digest, ...filter, limit: limit + 1, offset };
  const [{ rows: read }, stats] = await Promise.all([
    service.call("table.query", { body }),
    unlessUnsupported(service.call("table.queryStats", { body: { project_id: projectId, digest } })),
  ]);
  const asked = read.slice(0, limit);
  const isOne = asked.length === 1;
  const rows = fitting(
    asked.map(({ digest: rowDigest, val, original_index: index }, at) => ({
      index: index ?? offset + at,
      digest: rowDigest,
      ...textPage(valueText(val), isOne ? from : 0, isOne ? length : ROW_CHARACTERS),
    })),
  );
  const nextOffset = read.length > rows.length ? offset + rows.length : null;
  const long = rows.filter(({ to, length: whole }) => to < whole);
  const [first] = long;
  const cut = [
    ...(nextOffset === null ? [] : [`There are more rows: pass offset ${nextOffset}.`]),
    ...(first === undefined
      ? []
      : [
          `${countOf(long.length, "row")} cut, the first with ${formatCount(first.length - first.to)} more characters: pass offset ${offset + rows.indexOf(first)}, limit 1, from ${first.to}.`,
        ]),
  ];
  return { digest, rows, count: stats?.count ?? null, nextOffset, cut };
}

export function rowsText({ digest, rows, count }: ReadRows): string {
  const head = `Table ${digest}${count === null ? "" : `, ${countOf(count, "row")}`}.`;
  if (rows.length === 0) return `${head}\nNo rows here.`;
  return [head, ...rows.map(({ index, text }) => `${index}  ${text}`)].join("\n");
}
