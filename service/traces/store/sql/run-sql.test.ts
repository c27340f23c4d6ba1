import { beforeAll, describe, expect, it, vi } from "vitest";
import { sqlQuery } from "@/lib/api/contract/sql/sql";
import { SQL_FUNCTION_NAMES } from "@/lib/sql/sql-functions";
import type { SqlParameters } from "@/lib/sql/sql-parameter";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { StoreAborted } from "@/service/kernel/errors/store-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { querySqlHandler } from "@/service/traces/operations/sql/sql-query";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { runBounded, runSql } from "./run-sql";
import type { SqlLimits } from "./sql-request";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 120_000 });

/** Next to each other in the order of every table, so that blocks contain rows of both. */
const [MINE, OTHER] = ["demo/sql-a", "demo/sql-b"];
const SECRET = "secret-of-another-project";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
  const usage = { usage: { "gpt-4o": { requests: 1, prompt_tokens: 1000, completion_tokens: 100 } } };
  await service.calls.write(
    [MINE, OTHER].flatMap((projectId) => {
      const isMine = projectId === MINE;
      const call = (id: string, more: object = {}) => ({ projectId, id: `${projectId} ${id}`, ...more });
      const inputs = payload(isMine ? 7 : SECRET);
      const [attributes, summary] = [payload({ env: "prod", list: [1] }), payload(usage)];
      const traceId = `${projectId} trace`;
      const turn = { traceId, threadId: "thread", turnId: `${projectId} turn`, inputs };
      return [
        startPart({ ...call("turn", turn), attributes }),
        endPart({ ...call("turn"), summary, exception: "Slow: no answer" }),
        startPart({ ...call("model", { ...turn, parentId: `${projectId} turn` }), opName: "chat" }),
        endPart({ ...call("model"), summary }),
        startPart(call("other", { inputs, startedAt: "2026-11-21 10:00:00.000000" })),
      ];
    }),
  );
  for (const project of [MINE, OTHER]) {
    const rows = [
      ["wandb.runnable.right", { output: true }],
      ["wandb.annotation.tone", { value: 4 }],
      ["wandb.reaction.1", { emoji: "+" }],
      ["wandb.note.1", { note: SECRET }],
    ] as const;
    await service.services.feedback.write(
      rows.map(([feedback_type, value], index) => ({
        ...{
          project_id: project,
          weave_ref: `weave:///${project}/call/${project} turn`,
          id: `${project} score ${index}`,
          is_purged: 0,
        },
        ...{ user_id: "ada", creator: null, created_at: "2026-11-20 10:00:00.000000" },
        ...{
          feedback_type,
          payload: JSON.stringify(value),
          annotation_ref: "",
          runnable_ref: "",
          call_ref: "",
          trigger_ref: "",
        },
      })),
    );
    for (const digest of ["first", "second"]) {
      await service.services.objects.publish({
        ...{ projectId: project, kind: "object", objectId: "prompt", digest, userId: "ada", sizeBytes: 2, val: "{}" },
        ...{ baseObjectClass: "", leafObjectClass: "Prompt" },
      });
    }
    const text = JSON.stringify({ question: project === MINE ? "7" : SECRET });
    await service.services.tables.write(project, "ada", [
      { digest: `row of ${project}`, text, sizeBytes: text.length },
    ]);
  }
});

const limits: SqlLimits = sqlQuery.shape.limits.parse(undefined);

const run = async (
  sql: string,
  parameters: SqlParameters = {},
  more: Partial<SqlLimits> = {},
  projectId: string = MINE,
) => {
  const request = { projectId, sql, parameters, limits: { ...limits, ...more } };
  return await runSql(service.store, request, new AbortController().signal);
};

const rowsOf = async (...args: Parameters<typeof run>) => (await run(...args)).rows;

const problemOf = async (...args: Parameters<typeof run>): Promise<string> => {
  const error: unknown = await run(...args).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ValidationError)) throw error;
  return error.message;
};

describe("views", () => {
  it.each(SQL_VIEWS)(
    "$name has the documented columns, with their types, and rows of its project alone",
    async ({ name, columns }) => {
      const { columns: read, rows } = await run(`SELECT * FROM ${name}`);
      expect(read).toEqual(columns.map((column) => ({ name: column.name, type: column.type })));
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(SECRET);
      expect(JSON.stringify(rows)).not.toContain(OTHER);
      expect(await rowsOf(`SELECT count() FROM ${name}`, {}, {}, "demo/sql-none")).toEqual([[0]]);
    },
  );

  it("tell calls as lists do", async () => {
    expect(
      await rowsOf(
        "SELECT id, op, status, thread_id, parent_id, duration_ms, tokens_in, attributes.env, attributes.list, attributes.none FROM calls ORDER BY id",
      ),
    ).toEqual([
      [`${MINE} model`, "chat", "success", "thread", `${MINE} turn`, 1500, 1000, null, null, null],
      [`${MINE} other`, "op", "running", null, null, null, null, null, null, null],
      [`${MINE} turn`, "op", "error", "thread", null, 1500, 1000, "prod", "[1]", null],
    ]);
    expect(await rowsOf("SELECT id, turns, calls, errors, mean_turn_ms FROM threads")).toEqual([
      ["thread", 1, 2, 1, 1500],
    ]);
  });

  it("count each token once in usage, with the cost of the price list", async () => {
    const [[tokens, cost, calls]] = (await rowsOf("SELECT sum(tokens_in), sum(cost_usd), count() FROM usage")) as [
      [number, number, number],
    ];
    expect([tokens, calls]).toEqual([1000, 1]);
    expect(cost).toBeCloseTo(0.0035, 6);
    const [[shown]] = (await rowsOf("SELECT cost_usd FROM calls WHERE op = 'chat'")) as [[number]];
    expect(shown).toBeCloseTo(0.0035, 6);
  });

  it("name scores as pages do, without notes", async () => {
    expect(await rowsOf("SELECT name, source, value, number, call_id FROM scores ORDER BY name")).toEqual([
      ["reaction", "reaction", '"+"', null, `${MINE} turn`],
      ["right", "scorer", "true", 1, `${MINE} turn`],
      ["tone", "annotation", "4", 4, `${MINE} turn`],
    ]);
  });

  it("give versions of objects their numbers, and rows of tables their texts", async () => {
    expect(await rowsOf("SELECT name, version, is_latest FROM objects ORDER BY version")).toEqual([
      ["prompt", 0, 0],
      ["prompt", 1, 1],
    ]);
    expect(await rowsOf("SELECT position, row.question FROM table_rows")).toEqual([[0, "7"]]);
  });

  it("are listed and described", async () => {
    expect(await rowsOf("SHOW TABLES")).toEqual(SQL_VIEWS.map(({ name, summary }) => [name, summary]));
    expect((await rowsOf("DESCRIBE scores"))[0]).toEqual(["id", "String", "The id of the feedback"]);
  });
});

describe("queries", () => {
  it("join views and queries of WITH, and take parameters", async () => {
    const sql = `WITH failed AS (SELECT id, op FROM calls WHERE status = {status})
      SELECT f.op, s.name, count() AS n FROM failed f JOIN scores s ON s.call_id = f.id
      WHERE s.source IN {sources} GROUP BY f.op, s.name ORDER BY s.name`;
    expect(await rowsOf(sql, { status: "error", sources: ["scorer", "annotation"] })).toEqual([
      ["op", "right", 1],
      ["op", "tone", 1],
    ]);
  });

  it("see names of WITH within, and hide none of the columns of a view", async () => {
    expect(await rowsOf(`WITH '${MINE}' AS project_id, 1 AS is_purged SELECT project_id, count() FROM calls`)).toEqual([
      [MINE, 3],
    ]);
    expect(
      await rowsOf(`WITH '${OTHER}' AS project_id, 'x' AS weave_ref SELECT project_id, count() FROM scores`),
    ).toEqual([[OTHER, 3]]);
    expect(
      await rowsOf(
        "WITH 1 AS x, (SELECT count() FROM calls) AS y SELECT x + y, arrayMap(project_id -> (SELECT count() FROM scores), [1])",
      ),
    ).toEqual([[4, [3]]]);
  });

  it("take a time into the query of a view", async () => {
    expect(
      await rowsOf("SELECT count() FROM calls WHERE started_at >= '2026-11-21' AND op = {op}", { op: "op" }),
    ).toEqual([[1]]);
    expect(
      await rowsOf(
        "SELECT count() FROM calls c WHERE c.started_at BETWEEN toDateTime('2026-11-20 00:00:00') AND toDateTime('2026-11-20 23:00:00')",
      ),
    ).toEqual([[2]]);
  });

  it("keep integers that a number cannot hold, and texts with any letters", async () => {
    expect(await rowsOf("SELECT toUInt64('18446744073709551615'), 5, 'é\\'{x}\\\\', nan")).toEqual([
      ["18446744073709551615", 5, "é'{x}\\", "nan"],
    ]);
  });

  it("call functions that the engine has, all of them", async () => {
    const names = await service.store.read<{ name: string }>({ sql: "SELECT name FROM system.functions" });
    const known = new Set(names.map(({ name }) => name.toLowerCase()));
    expect(SQL_FUNCTION_NAMES.filter((name) => !known.has(name.toLowerCase()))).toEqual([]);
  });
});

describe("rows of other projects", () => {
  it.each([
    ["a condition that fails for them", "SELECT count() FROM calls WHERE toUInt8(inputs) = 7", [[3]]],
    [
      "a condition that fails where they contain a word",
      `SELECT count() FROM calls WHERE if(inputs LIKE '%secret%', toUInt8(inputs), 1) = 1`,
      [[3]],
    ],
    [
      "a condition on a group",
      "SELECT inputs, count() FROM calls GROUP BY inputs HAVING toUInt8(inputs) = 7",
      [["7", 3]],
    ],
    [
      "a condition on a join",
      "SELECT count() FROM calls a JOIN calls b ON a.id = b.id WHERE toUInt8(b.inputs) = 7",
      [[3]],
    ],
    ["a condition on scores", "SELECT count() FROM scores WHERE toUInt8(if(call_id IS NULL, 'x', '1')) = 1", [[3]]],
    ["a condition on rows of tables", "SELECT count() FROM table_rows WHERE toUInt8(row.question) = 7", [[1]]],
    [
      "a condition within a query of WITH",
      "WITH c AS (SELECT * FROM calls) SELECT count() FROM c WHERE toUInt8(inputs) = 7",
      [[3]],
    ],
  ])("are never looked at by %s", async (_, sql, rows) => {
    expect(await rowsOf(sql)).toEqual(rows);
  });

  it.each(["call_rows", "feedback", "object_versions", "object_values", "tables", "table_rows"])(
    "are left out by the engine too, in a query that names %s itself",
    async (table) => {
      const sql = `SELECT DISTINCT toString(project_id) FROM ${table}`;
      const request = { projectId: MINE, sql, parameters: {}, limits };
      const { rows } = await runBounded(service.store, request, { sql }, new AbortController().signal);
      expect(rows).toEqual([[MINE]]);
    },
  );

  it("cannot be changed, nor read from elsewhere, whatever the engine is sent", async () => {
    for (const sql of [
      "INSERT INTO call_rows (id) SELECT 'x'",
      "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    ]) {
      const request = { projectId: MINE, sql, parameters: {}, limits };
      await expect(runBounded(service.store, request, { sql }, new AbortController().signal)).rejects.toThrow(
        /readonly mode|Syntax error/,
      );
    }
  });
});

describe("what a query may use", () => {
  const SLOW =
    "SELECT count() FROM calls WHERE length(arrayFilter(x -> sipHash64(x) = 1, range(500000 + length(id)))) = 7 OR length(arrayMap(x -> SHA256(toString(x)), range(2000000))) = 1";

  it("is time: it is stopped at its limit, which is named", async () => {
    const product =
      "SELECT count() FROM (SELECT arrayJoin(range(1000)) a) x CROSS JOIN (SELECT arrayJoin(range(1000)) b) y CROSS JOIN (SELECT arrayJoin(range(1000)) c) z WHERE cityHash64(a, b, c) = 1";
    expect(await problemOf(product, {}, { seconds: 1 })).toContain(
      "body.limits.seconds: The query was stopped at its limit of 1 s",
    );
  });

  it("is memory", async () => {
    expect(
      await problemOf("SELECT groupArray(x) FROM (SELECT arrayJoin(range(10000000)) x)", {}, { memory_mb: 16 }),
    ).toContain("body.limits.memory_mb: The query was stopped at its limit of 16 MB");
  });

  it("is rows: one more than the limit is returned, also of a union", async () => {
    expect(await rowsOf("SELECT arrayJoin(range(100)) AS x ORDER BY x", {}, { rows: 2 })).toEqual([[0], [1], [2]]);
    expect(await rowsOf("SELECT arrayJoin(range(100)) UNION ALL SELECT 1", {}, { rows: 2 })).toHaveLength(3);
    // Queries within the query have all of their rows.
    const hundred = "SELECT arrayJoin(range(100)) AS x";
    const within = `SELECT count(), (SELECT count() FROM (${hundred})) AS n, (SELECT length(groupArray(x)) FROM (${hundred})) AS m
      FROM (${hundred}) a JOIN (${hundred}) b ON a.x = b.x WHERE a.x IN (${hundred})`;
    expect(await rowsOf(within, {}, { rows: 1 })).toEqual([[100, 100, 100]]);
    expect((await rowsOf(`WITH h AS (${hundred}) SELECT x FROM h ORDER BY x DESC`, {}, { rows: 1 }))[0]).toEqual([99]);
  });

  it("is bytes of the result", async () => {
    expect(
      await problemOf("SELECT repeat('a', 1000000) FROM (SELECT arrayJoin(range(200)))", {}, { memory_mb: 2048 }),
    ).toContain("The result is larger than 64 MB");
  });

  it("ends when its client leaves", async () => {
    const leave = new AbortController();
    const running = runSql(
      service.store,
      { projectId: MINE, sql: SLOW, parameters: {}, limits: { ...limits, seconds: 60 } },
      leave.signal,
    );
    setImmediate(() => leave.abort());
    await expect(running).rejects.toThrow(StoreAborted);
  });
});

describe("an error of the engine", () => {
  it.each([
    ["SELECT id,\n  nothing FROM calls", "body.sql: Line 2, column 3: Unknown expression identifier `nothing`"],
    [
      "SELECT c.nothing FROM calls c",
      "body.sql: Line 1, column 10: Identifier 'c.nothing' cannot be resolved from subquery with name c",
    ],
    ["SELECT length(1)", "body.sql: Line 1, column 8: Illegal type UInt8 of argument of function length"],
    ["SELECT op FROM calls GROUP BY id", "body.sql: Line 1, column 8: "],
  ])("names the place without the SQL of the views: %s", async (sql, problem) => {
    const found = await problemOf(sql);
    expect(found).toContain(problem);
    expect(found).not.toMatch(/call_rows|project_id|SELECT|DB::Exception/);
  });

  it("leaves nothing behind that the next result begins with", async () => {
    await problemOf("SELECT arrayJoin(range(100000)) x WHERE toUInt8(if(x = 90000, 'a', '1')) = 1");
    expect(await rowsOf("SELECT 1 AS one")).toEqual([[1]]);
  });
});

it("answers with the limits and what was read, and refuses a third query of a project while two run", async () => {
  const handler = querySqlHandler();
  const ask = (sql: string, signal?: AbortSignal) =>
    service.ask<Record<string, unknown>>(
      "sql.query",
      handler,
      { project_id: MINE, sql, limits: { rows: 1 } },
      signal ? { signal } : {},
    );
  expect(await ask("SELECT id FROM calls ORDER BY id")).toMatchObject({
    columns: [{ name: "id", type: "String" }],
    rows: [[`${MINE} model`]],
    is_cut: true,
    limits: { seconds: 10, rows: 1, memory_mb: 512 },
  });
  const [one, two, three] = [ask("SELECT 1"), ask("SELECT 2"), ask("SELECT 3")];
  await expect(three).rejects.toThrow("2 queries of this project run. Run this one when one of them has ended.");
  expect([(await one).rows, (await two).rows]).toEqual([[[1]], [[2]]]);
  expect((await ask("SELECT 3")).rows).toEqual([[3]]);
});
