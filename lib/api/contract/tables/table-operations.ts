import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  tableCreate,
  tableCreateFromDigests,
  tableCreateResult,
  tableDigestResult,
  tableQuery,
  tableQueryResult,
  tableQueryStats,
  tableQueryStatsBatch,
  tableRow,
  tableStats,
  tableStatsBatch,
  tableUpdate,
  tableUpdateResult,
} from "./tables";

const PROJECT = "demo/airline";
const TABLE = "f5e1a07eaeffa0af52e676af730ebfe22331a9f0b7dfc1b2ba3e54194e2f54ed";
const ROW = "W2QW0zX1CmFrCYy78Iwgehsc2fcIkpsYMki5nMHNlgY";
const SECOND_ROW = "yulXXeXKV4nQmXpgQ4L1WpNfM09DQzq1imTGJYDDTMA";
const rows = [
  { id: "0", q: "é" },
  { id: "1", q: "b", n: 1 },
];
const exampleRow = { digest: ROW, val: rows[0], original_index: 0 };

export const tableOperations = {
  "table.query": defineOperation({
    id: "table.query",
    title: "Table rows",
    summary: "Returns a page of the rows of a table.",
    path: "/table/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: tableQuery },
    result: { kind: "json", schema: tableQueryResult },
    standing: "core",
    gaps: ["table-order"],
    example: { body: { project_id: PROJECT, digest: TABLE, limit: 100 }, result: { rows: [exampleRow] } },
  }),
  "table.queryStream": defineOperation({
    id: "table.queryStream",
    title: "Table rows, stream",
    summary: "Streams the rows of a table, one JSON object per line.",
    path: "/table/query_stream",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: tableQuery },
    result: { kind: "jsonl", item: tableRow },
    standing: "core",
    gaps: ["table-order", "table-stream-line"],
    example: {
      body: { project_id: PROJECT, digest: TABLE, sort_by: [{ field: "q", order: "desc" }] },
      result: exampleRow,
    },
  }),
  "table.create": defineOperation({
    id: "table.create",
    title: "Create table",
    summary: "Stores rows as a table, addressed by the digest of its rows.",
    path: "/table/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: tableCreate },
    result: { kind: "json", schema: tableCreateResult },
    standing: "extension",
    limits: ingestLimits,
    example: {
      body: { table: { project_id: PROJECT, rows } },
      result: { digest: TABLE, row_digests: [ROW, SECOND_ROW] },
    },
  }),
  "table.update": defineOperation({
    id: "table.update",
    title: "Update table",
    summary: "Creates a new table from an older one by appending, inserting and removing rows.",
    path: "/table/update",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: tableUpdate },
    result: { kind: "json", schema: tableUpdateResult },
    standing: "extension",
    limits: ingestLimits,
    example: {
      body: { project_id: PROJECT, base_digest: TABLE, updates: [{ append: { row: { id: "2", q: "c" } } }] },
      result: { digest: TABLE, updated_row_digests: [ROW] },
    },
  }),
  "table.createFromDigests": defineOperation({
    id: "table.createFromDigests",
    title: "Create table from digests",
    summary: "Creates a table from rows that are already stored.",
    path: "/table/create_from_digests",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: tableCreateFromDigests },
    result: { kind: "json", schema: tableDigestResult },
    standing: "extension",
    // A million digests are 46 MB.
    limits: ingestLimits,
    example: { body: { project_id: PROJECT, row_digests: [ROW, SECOND_ROW] }, result: { digest: TABLE } },
  }),
  "table.queryStats": defineOperation({
    id: "table.queryStats",
    title: "Table statistics",
    summary: "Counts the rows of a table.",
    path: "/table/query_stats",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: tableQueryStats },
    result: { kind: "json", schema: tableStats },
    standing: "extension",
    example: { body: { project_id: PROJECT, digest: TABLE }, result: { count: 2 } },
  }),
  "table.queryStatsBatch": defineOperation({
    id: "table.queryStatsBatch",
    title: "Statistics of tables",
    summary: "Counts the rows of several tables, with their sizes on request; unknown digests are omitted.",
    path: "/table/query_stats_batch",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: tableQueryStatsBatch },
    result: { kind: "json", schema: tableStatsBatch },
    standing: "extension",
    example: {
      body: { project_id: PROJECT, digests: [TABLE] },
      result: { tables: [{ digest: TABLE, count: 2, storage_size_bytes: null }] },
    },
  }),
};
