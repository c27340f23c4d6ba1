import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import {
  BYTES,
  INPUT_OF_REQUEST_SQL,
  JOINED_TOKENS_SQL,
  ROLLED_KIND_SQL,
  ROUNDED_QUANTILES,
  TOKEN_NAMES,
  TOKENS,
  UNCACHED_SQL,
} from "@/service/traces/store/figures/call-cells";
import { START_MICROS_SQL } from "@/service/traces/store/figures/figures-query";
import { keyOfEntry, nodesWithKeys } from "@/service/traces/store/figures/usage-keys";
import {
  INPUT_LENGTHS,
  LINK_ROLES,
  QUANTILE_LEVELS_SQL,
  ROLLUP_WIDTHS,
} from "@/service/traces/store/schema/schema-rollups";
import { SENT_RESPONSE_SQL } from "@/service/traces/store/schema/stored-usage";

/** The finished calls of some commits. All numbers and times are the service's own. */
export interface RollupBatch {
  readonly after: number;
  readonly upTo: number;
  /** None of them started earlier. */
  readonly since: EngineTime;
  /** SQL that excludes the rows of abandoned commits, to follow another condition; empty without any. */
  readonly live: string;
}

/** SQL of the condition that a row of `call_rows` belongs to a batch. */
export const callsOf = ({ after, upTo, since, live }: RollupBatch): string =>
  `call_rows.generation = 0 AND call_rows.commit_number > ${after} AND call_rows.commit_number <= ${upTo}${live}
  AND call_rows.started_at >= toDateTime64('${since}', 6, 'UTC')`;

/**
 * A batch takes one processor at most, and is one block of rows, which the engine stores as a whole or not at all. It
 * uses the disk where its groups do not fit into memory.
 */
export const BATCH_SETTINGS = `SETTINGS max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 1000000000,
  min_insert_block_size_bytes = 0, max_block_size = 65536, max_bytes_before_external_group_by = 1000000000`;

/** Adds the hashes of calls with usage and of calls with others below them. Repeating it changes nothing. */
export function linksSql(batch: RollupBatch): string {
  return `INSERT INTO call_links (project_id, role, node, commit_number)
SELECT project_id, link.1 AS role, link.2 AS node, max(call_rows.commit_number) FROM call_rows
ARRAY JOIN arrayFilter(pair -> pair.1 > 0, [
  (if(notEmpty(model_tokens.model), ${LINK_ROLES.hasUsage}, 0), cityHash64(call_rows.id)),
  (if(parent_id != '', ${LINK_ROLES.isParent}, 0), cityHash64(parent_id))]) AS link
WHERE ${callsOf(batch)}
GROUP BY project_id, role, node
${BATCH_SETTINGS}`;
}

/** Adds the calls of a batch that have the id of an answer. Repeating it changes nothing. */
export const answersSql = (batch: RollupBatch): string =>
  `INSERT INTO answered_calls (project_id, answer, started_at, id, commit_number)
SELECT project_id, sipHash64(answer), started_at, call_rows.id, call_rows.commit_number
FROM (SELECT project_id, ${SENT_RESPONSE_SQL} AS answer, started_at, id, commit_number FROM call_rows
  WHERE ${callsOf(batch)} AND position(attributes, '"response_id"') > 0) AS call_rows
WHERE answer != ''
${BATCH_SETTINGS}`;

/** SQL of the projects with a call of both roles, at least one of which is new. */
export const nestedProjectsSql = ({ after }: RollupBatch): string => {
  const linked = (role: number, newRole: number) => `SELECT DISTINCT project_id FROM call_links WHERE role = ${role}
    AND (project_id, node) IN (
      SELECT project_id, node FROM call_links WHERE role = ${newRole} AND commit_number > ${after})`;
  const { hasUsage, isParent } = LINK_ROLES;
  return `${linked(hasUsage, isParent)} UNION ALL ${linked(isParent, hasUsage)}`;
};

/** Whole days before and after the times of calls are positive, so that division rounds down. */
const EPOCH_S = 2_208_988_800;
const [NARROWEST_S = 60] = ROLLUP_WIDTHS.slice(-1);

const startOf = (width: string | number): string => `intDiv(second + ${EPOCH_S}, ${width}) * ${width} - ${EPOCH_S}`;

const bytes = Object.keys(BYTES).map((member) => `${member}_size`);
const summed = [...bytes, ...TOKEN_NAMES];
/** Whether the tokens of an entry count at another call; `entryAt` is its place, `usedModel` its name. */
const IS_ABOVE_SQL = `(project_id, cityHash64(call_rows.id), ${keyOfEntry("usedModel", "usedFamily")}) IN (
      ${nodesWithKeys("project_id, node", "usage_above")}
      WHERE (project_id, node) IN (SELECT project_id, node FROM batch_tree WHERE notEmpty(keys)))`;

/** The place of an entry, 0 where its tokens do not count. The first one also stands for the call. */
const countedEntry = (hasNestedUsage: boolean): string =>
  hasNestedUsage ? `if(entryAt > 0 AND ${IS_ABOVE_SQL}, 0, entryAt)` : "entryAt";

const keys = ["op_name", "call_source", "user_id", "kind", "form", "model", "input_class"];

/**
 * Adds up a batch.
 *
 * @param hasNestedUsage whether there are projects with nested usage; the trees of the batch must be stored then
 */
export const rollupSql = (batch: RollupBatch, hasNestedUsage: boolean): string =>
  `${sumsSql(callsOf(batch), [0, ...ROLLUP_WIDTHS], hasNestedUsage)},
  insert_deduplicate = 1, insert_deduplication_token = 'after ${batch.after}'`;

/** Adds up calls in `batch_tree` and others, without the whole of each project. */
export const spansSql = (calls: string): string => sumsSql(calls, ROLLUP_WIDTHS, true);

/** First by the narrowest width, from which the others are computed: 0 is the whole of a project. */
function sumsSql(calls: string, widths: readonly number[], hasNestedUsage: boolean): string {
  const sums = (from: string, names: readonly string[]) =>
    names.map((name) => `sum(${from}.${name}) AS ${name}`).join(", ");
  const rows = `SELECT project_id, intDiv(${START_MICROS_SQL} + ${EPOCH_S}000000, 1000000) - ${EPOCH_S} AS second,
    op_name, call_source, user_id, ${ROLLED_KIND_SQL} AS kind, ${countedEntry(hasNestedUsage)} AS counted,
    toUInt8(least(counted, 2)) AS form, if(counted = 0, '', usedModel) AS model,
    toUInt8(if(counted = 0, 0, arrayCount(length -> ${INPUT_OF_REQUEST_SQL} > length, [${INPUT_LENGTHS.join(", ")}]))) AS input_class,
    call_rows.commit_number AS committed, assumeNotNull(latency_ms) AS latency, ${bytes.join(", ")},
    ${Object.values(TOKENS).join(", ")}, ${UNCACHED_SQL} AS uncached
  FROM call_rows LEFT ARRAY JOIN model_tokens.model AS usedModel, model_tokens.family AS usedFamily, arrayEnumerate(model_tokens.model) AS entryAt, ${JOINED_TOKENS_SQL}
  WHERE ${calls} AND (entryAt < 2 OR counted > 0)`;
  const narrow = `SELECT project_id, ${startOf(NARROWEST_S)} AS second, ${keys.join(", ")}, max(calls.committed) AS newest,
    count() AS calls, sum(calls.latency) AS latency_sum, max(calls.latency) AS latency_max,
    ${ROUNDED_QUANTILES.state("calls.latency")} AS latencies, ${sums("calls", summed)}
  FROM (${rows}) AS calls
  GROUP BY project_id, second, ${keys.join(", ")}`;
  const keyOf = (name: string) => `if(width = 0, defaultValueOfArgumentType(${name}), ${name})`;
  const columns = [
    ...["project_id", "width", "start", ...keys, "commit_number"],
    ...["calls", "latency_sum", "latency_max", "latencies", ...summed],
  ];
  return `INSERT INTO call_rollups (${columns.join(", ")})
SELECT project_id, spanWidth, spanStart, ${keys.map((name) => `${name}Key`).join(", ")}, max(cells.newest),
  ${sums("cells", ["calls", "latency_sum"])}, max(cells.latency_max) AS latency_max,
  ${ROUNDED_QUANTILES.name}MergeState${QUANTILE_LEVELS_SQL}(cells.latencies) AS latencies, ${sums("cells", summed)}
FROM (
  SELECT *, toUInt32(width) AS spanWidth, if(width = 0, 0, ${startOf("greatest(width, 1)")}) AS spanStart,
    ${keys.map((name) => `${keyOf(name)} AS ${name}Key`).join(", ")}
  FROM (${narrow}) ARRAY JOIN [${widths.join(", ")}] AS width
) AS cells
GROUP BY project_id, spanWidth, spanStart, ${keys.map((name) => `${name}Key`).join(", ")}
${BATCH_SETTINGS}`;
}
