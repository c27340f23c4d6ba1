import { settle } from "@/bench/store/measure";
import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { costTables } from "@/service/traces/store/schema/schema-costs";

/** Turns of every thread; each contains one further call. */
export const TURNS = 3;

/**
 * Fills the tables of a store with threads of three turns, each with a call inside, and waits for
 * merges. A store that already contains calls is used unchanged.
 */
export async function fillThreads(store: Store, project: string, threads: number): Promise<void> {
  for (const sql of [...callTables(store.kind), ...costTables]) await store.command(sql);
  const [stored] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM call_rows" });
  if (stored && stored.n > 0) return;
  const calls = threads * TURNS * 2;
  const step = Math.ceil(calls / 20);
  const columns = `project_id, started_at, id, trace_id, parent_id, thread_id, turn_id, op_name, attributes, inputs,
    ended_at, exception, summary, output`;
  for (let n = 0; n < calls; n += step) {
    const source = callsOf(project, n, Math.min(calls, n + step));
    await store.command(
      `INSERT INTO call_rows (${columns}) SELECT ${columns.replace("exception", "ifNull(exception, '')")} FROM (${source})`,
    );
  }
  await settle(store);
}

/** Calls by number: a turn, then the call inside it. Turns of a thread are far apart, as in practice. */
function callsOf(project: string, from: number, to: number): string {
  const turn = "intDiv(number, 2)";
  const id = (number: string) =>
    `concat('01900000-', leftPad(hex(${number}), 12, '0'), '-', leftPad(hex(cityHash64(${number})), 16, '0'))`;
  return `SELECT '${project}' AS project_id, ${id("number")} AS id, ${id(`2 * ${turn}`)} AS turn_id,
    concat('trace-', hex(${turn})) AS trace_id, if(number % 2 = 0, '', turn_id) AS parent_id,
    concat('thread-', leftPad(toString(cityHash64(intDiv(${turn}, ${TURNS * 40}), ${turn} % 40) % 10000000), 7, '0'), '-', toString(intDiv(${turn}, ${TURNS * 40})), '-', toString(${turn} % 40)) AS thread_id,
    if(number % 2 = 0, 'agent.turn', 'openai.chat.completions.create') AS op_name,
    fromUnixTimestamp64Micro(toInt64(1750000000000000 + ${turn} * 2000000 + number % 2 * 1000), 'UTC') AS started_at,
    CAST(started_at + toIntervalMillisecond(200 + cityHash64(number, 1) % 9000), 'Nullable(DateTime64(6, \\'UTC\\'))') AS ended_at,
    number % 500 = 0 ? 'RateLimitError: 429 on gpt-4.1' : NULL AS exception,
    '{"usage":{"gpt-4.1":{"requests":1,"prompt_tokens":900,"completion_tokens":60,"total_tokens":960}}}' AS summary,
    '{}' AS attributes,
    concat('{"message":"Question ', toString(${turn}), ' about reservation Z7GOZK. ', base64Encode(randomString(300, number)), '"}') AS inputs,
    concat('"Answer ', toString(${turn}), '. ', base64Encode(randomString(200, number)), '"') AS output
  FROM numbers(${from}, ${to - from})`;
}
