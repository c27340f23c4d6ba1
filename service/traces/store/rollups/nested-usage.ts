import { HOUR_MICROS, START_MICROS_SQL } from "@/service/traces/store/figures/figures-query";
import { ALL_TIMES } from "@/service/traces/store/figures/rollup-cover";
import { MAX_TRACE_DEPTH } from "@/service/traces/store/figures/usage-ancestors";
import {
  ENTRY_KEYS_SQL,
  isCoveredSql,
  KEYS,
  PASSED_KEYS_SQL,
  REQUEST_COLUMNS,
  twinsSql,
} from "@/service/traces/store/figures/usage-keys";
import type { BatchEngine } from "./batch-engine";
import { BATCH_SETTINGS, callsOf, nestedProjectsSql, type RollupBatch } from "./rollup-batch";

/** Settings of the statements of one level: few rows, which need no threads of their own. */
const LEVEL_SETTINGS = "SETTINGS max_threads = 1, max_insert_threads = 1";

/** The projects that a batch found, or an earlier attempt to add up its calls. */
const newProjectsSql = (after: number) =>
  `SELECT project_id FROM nested_projects GROUP BY project_id HAVING min(since_commit) > ${after}`;

/**
 * Stores for the calls of a batch, and those above them, which tokens count at other calls. The links and the requests of
 * the batch must be stored, its rollups must not. Repeating it changes nothing, so a stop leaves nothing to repair.
 *
 * A project begins with the batch that finds a call with usage above another one, or a request that is reported twice,
 * with all its calls.
 * @returns whether any project has nested usage
 */
export async function addNestedUsage(engine: BatchEngine, batch: RollupBatch): Promise<boolean> {
  const { after, upTo, live } = batch;
  await engine.command("TRUNCATE TABLE batch_above");
  await engine.command(batchTwinsSql(batch));
  await engine.command(`INSERT INTO nested_projects (project_id, since_commit, is_deep)
SELECT DISTINCT project_id, toUInt64(${upTo}), 0 FROM (${nestedProjectsSql(batch)} UNION ALL SELECT project_id FROM batch_above)
WHERE project_id NOT IN (SELECT project_id FROM nested_projects)`);
  const [found] = await engine.read<{ all: number; added: number }>({
    sql: `SELECT uniqExact(project_id) AS all, (SELECT count() FROM (${newProjectsSql(after)})) AS added FROM nested_projects`,
  });
  if (found === undefined || found.all === 0) return false;
  await engine.command("TRUNCATE TABLE batch_tree");
  await engine.command(treeSql(callsOf(batch), "SELECT project_id FROM nested_projects"));
  if (found.added > 0) {
    // Those of the batch are there.
    const earlier = `call_rows.generation = 0 AND call_rows.commit_number <= ${after}${live}`;
    await engine.command(treeSql(earlier, newProjectsSql(after)));
  }
  await engine.command(`INSERT INTO usage_tree SELECT * FROM batch_tree ${LEVEL_SETTINGS}`);
  await engine.command(LOWEST_SQL);
  await climb(engine);
  await engine.command(changesSql(after));
  await engine.command(`INSERT INTO usage_above (project_id, node, key, first, last, distance, commit_number)
SELECT project_id, node, key, min(first), max(last), max(distance), toUInt64(${upTo}) FROM batch_above GROUP BY project_id, node, key
${LEVEL_SETTINGS}`);
  await engine.command(BEYOND_SQL);
  await engine.command(`INSERT INTO nested_projects (project_id, since_commit, is_deep)
SELECT DISTINCT project_id, toUInt64(${upTo}), 1 FROM batch_above WHERE distance >= ${MAX_TRACE_DEPTH}`);
  return true;
}

/** SQL that fills `batch_tree` with calls of some projects. */
export const treeSql = (calls: string, projects: string) => `INSERT INTO batch_tree
SELECT project_id, cityHash64(call_rows.id), if(parent_id = '', 0, cityHash64(parent_id)), ${START_MICROS_SQL}, ${PASSED_KEYS_SQL},
  ${ENTRY_KEYS_SQL},
  call_rows.commit_number
FROM call_rows WHERE ${calls} AND project_id IN (${projects}) AND (notEmpty(model_tokens.model) OR parent_id != '')
${BATCH_SETTINGS}`;

/** What the parents of new calls take over: the usage of a call, and what is stored above its own children. */
const LOWEST_SQL = `INSERT INTO batch_above
SELECT project_id, parent AS node, key, min(from) AS first, max(to) AS last, depth AS distance FROM (
  SELECT project_id, parent, arrayJoin(passed) AS key, start AS from, start AS to, toUInt8(1) AS depth
  FROM batch_tree WHERE parent != 0
  UNION ALL
  SELECT project_id, parent, above.key AS key, least(above.first, start) AS from, greatest(above.last, start) AS to,
    toUInt8(least(above.distance + 1, ${MAX_TRACE_DEPTH})) AS depth
  FROM (
    SELECT * FROM usage_above WHERE key != ${KEYS.twin} AND (project_id, node) IN (SELECT project_id, node FROM batch_tree)
  ) AS above
  INNER JOIN batch_tree ON above.project_id = batch_tree.project_id AND above.node = batch_tree.node
  WHERE parent != 0
) GROUP BY project_id, node, key, distance
${LEVEL_SETTINGS}`;

/** Passes on what each call takes over to its own parent, level by level. */
async function climb(engine: BatchEngine): Promise<void> {
  for (let distance = 1; distance < MAX_TRACE_DEPTH; distance += 1) {
    const [row] = await engine.read<{ highest: number }>({
      sql: "SELECT max(distance) AS highest FROM batch_above",
    });
    if (row === undefined || row.highest < distance) return;
    await engine.command(`INSERT INTO batch_above
SELECT project_id, parent, key, min(least(lower.first, tree.start)), max(greatest(lower.last, tree.start)), toUInt8(${distance + 1})
FROM (
  SELECT * FROM usage_tree
  WHERE (project_id, node) IN (SELECT project_id, node FROM batch_above WHERE distance = ${distance}) AND parent != 0
) AS tree
INNER JOIN (SELECT * FROM batch_above WHERE distance = ${distance}) AS lower
  ON tree.project_id = lower.project_id AND tree.node = lower.node
GROUP BY project_id, parent, key
${LEVEL_SETTINGS}`);
  }
}

/** The requests that do not count because others report them, where one of these is in the batch. */
function batchTwinsSql({ after, upTo }: RollupBatch): string {
  const touched = `SELECT project_id, key FROM usage_requests WHERE commit_number > ${after} AND commit_number <= ${upTo}`;
  const requests = `SELECT DISTINCT project_id, ${REQUEST_COLUMNS.join(", ")} FROM usage_requests
    WHERE (project_id, key) IN (${touched}) AND commit_number <= ${upTo}`;
  return `INSERT INTO batch_above
SELECT project_id, node, key, first, last, toUInt8(0) FROM (${twinsSql(requests, ["project_id"])})
${LEVEL_SETTINGS}`;
}

/** The hours of calls whose tokens were added up, and now count at others. */
const changesSql = (after: number) => `INSERT INTO usage_changes (project_id, hour)
SELECT DISTINCT tree.project_id, intDiv(tree.start - ${ALL_TIMES.from}, ${HOUR_MICROS}) AS hour
FROM (
  SELECT * FROM usage_tree
  WHERE (project_id, node) IN (SELECT project_id, node FROM batch_above) AND commit_number <= ${after} AND notEmpty(keys)
) AS tree
INNER JOIN batch_above ON tree.project_id = batch_above.project_id AND tree.node = batch_above.node
WHERE ${isCoveredSql("tree.keys", "batch_above.key")} AND (batch_above.project_id, batch_above.node, batch_above.key) NOT IN (
  SELECT project_id, node, key FROM usage_above
  WHERE (project_id, node) IN (SELECT project_id, node FROM batch_above) AND commit_number <= ${after})
${LEVEL_SETTINGS}`;

const TOUCHED_SQL = `SELECT project_id, node FROM batch_above UNION ALL SELECT project_id, node FROM batch_tree WHERE notEmpty(keys)`;

const BEYOND_SQL = `INSERT INTO usage_beyond (project_id, start, node, first, last)
SELECT tree.project_id, tree.start, tree.node, min(above.first), max(above.last)
FROM (SELECT * FROM usage_tree WHERE (project_id, node) IN (${TOUCHED_SQL}) AND notEmpty(keys)) AS tree
INNER JOIN (SELECT * FROM usage_above WHERE (project_id, node) IN (${TOUCHED_SQL})) AS above
  ON tree.project_id = above.project_id AND tree.node = above.node
WHERE ${isCoveredSql("tree.keys", "above.key")} AND (above.first < tree.start OR above.last >= tree.start + ${HOUR_MICROS})
GROUP BY tree.project_id, tree.start, tree.node
${LEVEL_SETTINGS}`;
