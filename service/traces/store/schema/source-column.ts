import { DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import { beginningWith, SOURCE_MARKS } from "./source-marks";

const text = (value: string) => `'${value}'`;

/** The plain name of an op, which SDKs send as a ref. */
const OP_SQL = "replaceRegexpOne(op_name, '(?s)^weave:///[^/]+/[^/]+/op/([^/:]+):.*$', '\\\\1')";

/** In the order of `ownSource` in sources/own-source.ts: what this service wrote, then ops, then members. */
const CASES_SQL = [
  ...SOURCE_MARKS.flatMap(({ source, written }) =>
    written.map((member) => [`startsWith(attributes, ${text(beginningWith(member))})`, text(source)]),
  ),
  ...SOURCE_MARKS.flatMap(({ source, ops }) =>
    ops.length === 0 ? [] : [[`${OP_SQL} IN (${ops.map(text).join(", ")})`, text(source)]],
  ),
  ...SOURCE_MARKS.flatMap(({ source, members }) =>
    members.map((member) => [`position(attributes, '"${member}"') > 0`, text(source)]),
  ),
];

/**
 * The column with the source of a call, which the writer sets. The expression is for rows of earlier versions: it sees one
 * call, so a call that only its trace tells of is production there.
 */
export const SOURCE_COLUMN_SQL = `call_source LowCardinality(String) DEFAULT multiIf(${CASES_SQL.flat().join(", ")}, ${text(DEFAULT_SOURCE)})`;
