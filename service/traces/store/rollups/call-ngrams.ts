import type { Store } from "@/service/traces/store/engine/store";
import { ANY_NGRAM, hourSql, MAX_WORD_LENGTH, ngramsSql } from "@/service/traces/store/search/ngrams";
import type { BatchEngine } from "./batch-engine";
import { callsOf, type RollupBatch } from "./rollup-batch";

/** Different words of as much text are kept in memory at a time. */
const TEXT_BYTES = 64 * 1024 ** 2;

/** Small blocks, since each word becomes many sequences. */
const SETTINGS = `SETTINGS max_threads = 1, max_insert_threads = 1, max_block_size = 8192,
  min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0, max_bytes_before_external_group_by = 1000000000`;

/** Stores which sequences of characters the texts of a batch have. Repeating it changes nothing. */
export async function addNgrams(engine: BatchEngine, batch: RollupBatch): Promise<void> {
  for (const part of await partsOf(engine, batch)) await engine.command(ngramsInsertSql(part));
}

/** Divides a batch between commits where its texts are long. */
async function partsOf(engine: BatchEngine, batch: RollupBatch): Promise<RollupBatch[]> {
  const ends = await engine.read<{ upTo: number }>({
    sql: `SELECT max(commit) AS upTo FROM (
  SELECT commit_number AS commit, sum(bytes) OVER (ORDER BY commit_number ROWS UNBOUNDED PRECEDING) - bytes AS before FROM (
    SELECT commit_number, sum(inputs_size + output_size) AS bytes FROM call_rows WHERE ${callsOf(batch)} GROUP BY commit_number))
GROUP BY intDiv(before, ${TEXT_BYTES}) ORDER BY upTo`,
  });
  return ends.map(({ upTo }, at) => ({ ...batch, after: ends[at - 1]?.upTo ?? batch.after, upTo }));
}

/**
 * The words are those of the text as it is stored, in lower case. They are collected by project and hour, since a group for each
 * word with its project takes four times as long; the hash of the project is shorter than its name for the same reason.
 */
const ngramsInsertSql = (batch: RollupBatch): string => `INSERT INTO call_ngrams (project_id, ngram, day, hours)
SELECT any(project_id), ngram, day, groupBitOr(bitShiftLeft(toUInt32(1), hour % 24)) FROM (
  SELECT project_id, hour, toUInt32(intDiv(hour, 24)) AS day, arrayJoin(if(word = '', [toUInt32(${ANY_NGRAM})], ${ngramsSql("word")})) AS ngram
  FROM (
    SELECT project_id, hour, arrayJoin(words) AS word FROM (
      SELECT project_id, ${hourSql("call_rows.started_at")} AS hour,
        groupUniqArrayArray(arrayMap(word -> if(length(word) > ${MAX_WORD_LENGTH}, '', word),
          splitByNonAlpha(lower(concat(inputs, ' ', output))))) AS words
      FROM call_rows WHERE ${callsOf(batch)} GROUP BY project_id, hour)))
GROUP BY sipHash64(project_id), ngram, day
${SETTINGS}`;

/** All hours of a day. */
const WHOLE_DAY = 2 ** 24 - 1;

/** The days of projects up to the last time before which calls were removed for good. */
const REMOVED_DAYS_SQL = `SELECT DISTINCT call_ngrams.project_id, call_ngrams.day FROM call_ngrams
INNER JOIN (SELECT project_id, max(removals.before) AS until FROM removals GROUP BY project_id) AS removed
  ON removed.project_id = call_ngrams.project_id
WHERE call_ngrams.ngram != ${ANY_NGRAM} AND call_ngrams.day <= intDiv(${hourSql("removed.until")}, 24)`;

/**
 * Forgets which sequences the texts of days have whose calls were removed for good: words could be put together again from those
 * of few calls. What remains of these days is always read. A stop leaves nothing to repair.
 *
 * @returns whether there was something to forget
 */
export async function forgetRemovedNgrams(engine: Pick<Store, "command" | "read">): Promise<boolean> {
  const days = await engine.read({ sql: `${REMOVED_DAYS_SQL} LIMIT 1` });
  if (days.length === 0) return false;
  await engine.command(`INSERT INTO call_ngrams (project_id, ngram, day, hours)
SELECT project_id, toUInt32(${ANY_NGRAM}), day, toUInt32(${WHOLE_DAY}) FROM (${REMOVED_DAYS_SQL})`);
  await engine.command(
    `ALTER TABLE call_ngrams DELETE WHERE ngram != ${ANY_NGRAM} AND (project_id, day) IN (${REMOVED_DAYS_SQL}) SETTINGS mutations_sync = 1`,
  );
  return true;
}
