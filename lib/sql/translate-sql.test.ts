import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SQL_FUNCTION_NAMES, sqlFunction } from "./sql-functions";
import type { SqlParameters } from "./sql-parameter";
import { placeOf, SqlProblem } from "./sql-problem";
import { translateSql } from "./translate-sql";

const translated = (text: string, parameters: SqlParameters = {}) => {
  const statement = translateSql(text, parameters);
  if (statement.kind !== "query") throw new Error(`Not a query: ${statement.kind}`);
  return statement;
};

const sqlOf = (text: string, parameters: SqlParameters = {}) => translated(text, parameters).sql;

/** What is wrong with a text, and where. */
function refusalOf(text: string, parameters: SqlParameters = {}): string {
  try {
    return `admitted: ${translateSql(text, parameters).kind}`;
  } catch (error) {
    if (!(error instanceof SqlProblem)) throw error;
    const { line, column } = placeOf(text, error.at);
    return `${line}:${column} ${error.message}`;
  }
}

describe("a query that is admitted", () => {
  it.each([
    [
      "select op, count() from calls group by op",
      "SELECT `op`, count() AS `count()` FROM ({view:0}) AS `calls` GROUP BY `op`",
    ],
    ["SELECT COUNT(*) n FROM calls", "SELECT count() AS `n` FROM ({view:0}) AS `calls`"],
    ["SELECT 1 + 2 * -3", "SELECT (1 + (2 * (-3))) AS `1 + 2 * -3`"],
    ["SELECT a OR b AND NOT c", "SELECT (`a` OR (`b` AND (NOT `c`))) AS `a OR b AND NOT c`"],
    ["SELECT x::Array(Nullable(Int64)) AS y", "SELECT CAST(`x` AS Array(Nullable(Int64))) AS `y`"],
    [
      "SELECT pair.1, list[2] FROM calls",
      "SELECT tupleElement(`pair`, 1) AS `pair.1`, `list`[2] AS `list\\x5b2\\x5d` FROM ({view:0}) AS `calls`",
    ],
    [
      "SELECT quantile(0.95)(duration_ms) AS p FROM calls",
      "SELECT quantile(0.95)(`duration_ms`) AS `p` FROM ({view:0}) AS `calls`",
    ],
    ["SELECT now() - interval 1 day AS d", "SELECT (now() - INTERVAL 1 DAY) AS `d`"],
    [
      "SELECT a FROM calls ORDER BY a DESC NULLS LAST LIMIT 5 OFFSET 2",
      "SELECT `a` FROM ({view:0}) AS `calls` ORDER BY `a` DESC NULLS LAST LIMIT 5 OFFSET 2",
    ],
    [
      "SELECT sum(x) OVER (PARTITION BY y ORDER BY z ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) s",
      "SELECT sum(`x`) OVER (PARTITION BY `y` ORDER BY `z` ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS `s`",
    ],
    ["SELECT 1 AS a UNION ALL SELECT 2;", "SELECT 1 AS `a` UNION ALL SELECT 2 AS `2`"],
    [
      "SELECT CASE WHEN a = 1 THEN 'x' ELSE NULL END AS b",
      "SELECT (CASE WHEN (`a` = 1) THEN 'x' ELSE null END) AS `b`",
    ],
    [
      "SELECT * EXCEPT (inputs) FROM calls -- all of it\n/* and no more */",
      "SELECT * EXCEPT (`inputs`) FROM ({view:0}) AS `calls`",
    ],
  ])("%s", (text, sql) => {
    expect(sqlOf(text)).toBe(sql);
  });

  it("reads members of JSON by a path, and only of columns with JSON", () => {
    expect(sqlOf("SELECT c.attributes.env AS e FROM calls c")).toContain("JSONExtractString(`c`.`attributes`, 'env')");
    expect(sqlOf("SELECT c.op FROM calls c")).toBe("SELECT `c`.`op` FROM ({view:0}) AS `c`");
  });

  it("puts the values of parameters in place of their names", () => {
    const parameters = { env: "it's {prod}", least: 3, ids: ["a", "b"], none: null };
    expect(sqlOf("SELECT {env} a, {least:UInt8} b, {none} d WHERE id IN {ids}", parameters)).toBe(
      "SELECT 'it\\x27s \\x7bprod\\x7d' AS `a`, CAST(3, 'UInt8') AS `b`, null AS `d` WHERE (`id` IN ['a', 'b'])",
    );
    expect(refusalOf("SELECT\n  {env}")).toBe("2:3 The parameter env has no value");
    expect(refusalOf("SELECT {toString}")).toBe("1:8 The parameter toString has no value");
  });

  it("says which costs and which times it reads", () => {
    expect(translated("SELECT cost_usd FROM usage").readsCosts).toBe(true);
    expect(translated("SELECT count(*) FROM usage").readsCosts).toBe(false);
    const bounds = (where: string, from = "calls c") =>
      translated(`SELECT 1 FROM ${from} WHERE ${where}`).views[0]?.bounds;
    expect(bounds("c.started_at >= now() - INTERVAL 1 DAY AND op = 'a'")).toEqual([">= (now() - INTERVAL 1 DAY)"]);
    expect(bounds("started_at BETWEEN '2026-01-01' AND '2026-02-01'")).toEqual([
      "BETWEEN '2026-01-01' AND '2026-02-01'",
    ]);
    expect(bounds("started_at > ended_at")).toEqual([]);
    expect(bounds("started_at > '2026-01-01' OR op = 'a'")).toEqual([]);
    expect(bounds("started_at > (SELECT 1)")).toEqual([]);
    expect(bounds("started_at > '2026-01-01'", "calls c LEFT JOIN threads t ON t.id = c.thread_id")).toEqual([]);
    expect(bounds("d.started_at > '2026-01-01'")).toEqual([]);
  });
});

describe("names of WITH", () => {
  it("are written as names of our own, so that none stands for a column within a view", () => {
    expect(sqlOf("WITH 'other' AS project_id SELECT project_id, count() FROM calls")).toBe(
      "WITH 'other' AS `with_1` SELECT `with_1` AS `project_id`, count() AS `count()` FROM ({view:0}) AS `calls`",
    );
  });

  it("hide views and names outside, and are hidden by the arguments of functions", () => {
    const { sql, views } = translated("WITH calls AS (SELECT id FROM calls) SELECT count() AS n FROM calls");
    expect(sql).toBe(
      "WITH `with_1` AS (SELECT `id` FROM ({view:0}) AS `calls`) SELECT count() AS `n` FROM `with_1` AS `calls`",
    );
    expect(views).toHaveLength(1);
    expect(sqlOf("WITH 1 AS x SELECT arrayMap(x -> x + 1, [x]) AS l")).toBe(
      "WITH 1 AS `with_1` SELECT arrayMap((`x`) -> (`x` + 1), [`with_1`]) AS `l`",
    );
    expect(refusalOf("SELECT a FROM (WITH b AS (SELECT 1) SELECT 1 FROM b) AS c, b")).toContain("There is no view b");
  });
});

/** Each is a way to what a query may not read, and the part of the grammar that stops it. */
const ESCAPES: readonly (readonly [why: string, text: string, refusal: string])[] = [
  ["a table of the service", "SELECT * FROM call_rows", "There is no view call_rows"],
  ["a table by its database", "SELECT * FROM default.call_rows", "A view is named without a database"],
  ["a table in quotes", "SELECT * FROM `default`.`call_rows`", "A view is named without a database"],
  ["a table whose quoted name has a point", "SELECT * FROM `default.call_rows`", "There is no view default.call_rows"],
  ["a system table", "SELECT * FROM system.tables", "A view is named without a database"],
  ["a table in a subquery", "SELECT (SELECT count() FROM call_rows)", "There is no view call_rows"],
  ["a table of a union", "SELECT id FROM calls UNION ALL SELECT id FROM call_rows", "There is no view call_rows"],
  ["a table of a join", "SELECT 1 FROM calls JOIN call_rows USING (id)", "There is no view call_rows"],
  ["a table after a comma", "SELECT 1 FROM calls, system.one", "A view is named without a database"],
  ["a table after IN", "SELECT 1 FROM calls WHERE id IN call_rows", "Expected ("],
  ["a table after IN, in parentheses", "SELECT 1 WHERE ('a', 'b') IN (call_rows)", "IN takes values or a query"],
  ["a system table after IN", "SELECT 1 WHERE 0 NOT IN ((system.one))", "IN takes values or a query"],
  ["IN as a function", "SELECT in(0, system.one)", "There is no function in"],
  ["IN as a quoted function", "SELECT notIn(0, system.one)", "There is no function notIn"],
  [
    "a table of a name that is out of reach",
    "WITH a AS (SELECT 1) SELECT 1 FROM (SELECT 1) b JOIN call_rows a ON 1",
    "There is no view call_rows",
  ],
  ["a file", "SELECT * FROM file('/etc/passwd', 'LineAsString')", "There are no table functions"],
  ["a file, read by a function", "SELECT file('/etc/passwd')", "There is no function file"],
  ["an address", "SELECT * FROM url('http://localhost/', 'LineAsString')", "There are no table functions"],
  ["another server", "SELECT * FROM remote('localhost', 'default', 'call_rows')", "There are no table functions"],
  ["a cluster", "SELECT * FROM cluster('default', 'default', 'call_rows')", "There are no table functions"],
  ["a bucket", "SELECT * FROM s3('http://localhost/a')", "There are no table functions"],
  ["a program", "SELECT * FROM executable('id', TSV, 'a String')", "There are no table functions"],
  [
    "another database",
    "SELECT * FROM postgresql('localhost:5432', 'a', 'b', 'c', 'd')",
    "There are no table functions",
  ],
  ["all tables of a name", "SELECT * FROM merge('default', '.*')", "There are no table functions"],
  ["the query of a view", "SELECT * FROM view(SELECT 1)", "There are no table functions"],
  ["rows without end", "SELECT * FROM numbers(1000000000000)", "There are no table functions"],
  ["a dictionary", "SELECT dictGet('a', 'b', 1)", "There is no function dictGet"],
  ["a table for lookups", "SELECT joinGet('call_turn_lookup', 'turn', 1)", "There is no function joinGet"],
  ["a setting", "SELECT getSetting('readonly')", "There is no function getSetting"],
  ["a macro", "SELECT getMacro('shard')", "There is no function getMacro"],
  ["the name of the machine", "SELECT hostName()", "There is no function hostName"],
  ["the user of the engine", "SELECT currentUser()", "There is no function currentUser"],
  [
    "the columns of a table",
    "SELECT hasColumnInTable('default', 'call_rows', 'id')",
    "There is no function hasColumnInTable",
  ],
  ["a function by its name as text", "SELECT arrayReduce('sum', [1])", "There is no function arrayReduce"],
  ["the state of an aggregate", "SELECT finalizeAggregation(x)", "There is no function finalizeAggregation"],
  [
    "the state of an aggregate, from a text",
    "SELECT CAST('a' AS AggregateFunction(sum, UInt8))",
    "There is no type AggregateFunction",
  ],
  ["a state by a combinator", "SELECT sumState(1)", "There is no function sumState"],
  ["a type in a text", "SELECT CAST('a', 'Object(\\'json\\')')", "There is no type Object"],
  ["a model of another service", "SELECT aiGenerate('a', 'b')", "There is no function aiGenerate"],
  ["time without work", "SELECT sleep(3)", "There is no function sleep"],
  ["another error than its own", "SELECT throwIf(1, 'a')", "There is no function throwIf"],
  ["a log of the engine", "SELECT logTrace('a')", "There is no function logTrace"],
  ["addresses in memory", "SELECT addressToLine(1)", "There is no function addressToLine"],
  ["settings", "SELECT 1 FROM calls SETTINGS max_execution_time = 0", "A query has no settings"],
  [
    "settings of a subquery",
    "SELECT 1 FROM (SELECT 1 SETTINGS additional_table_filters = '{}')",
    "A query has no settings",
  ],
  ["settings after an order", "SELECT 1 ORDER BY 1 LIMIT 1 SETTINGS readonly = 0", "A query has no settings"],
  ["a format", "SELECT 1 FORMAT Native", "A query has no format"],
  ["a file that is written", "SELECT 1 INTO OUTFILE '/tmp/a'", "A query writes no file"],
  ["a second statement", "SELECT 1; DROP TABLE call_rows", "Only one query at a time"],
  ["a second statement behind an empty one", "SELECT 1;; SELECT 2", "Only one query at a time"],
  ["a change", "DROP TABLE call_rows", "Expected SELECT, WITH, SHOW TABLES or DESCRIBE"],
  ["rows that are inserted", "INSERT INTO call_rows SELECT 1", "Expected SELECT, WITH"],
  ["a setting of the session", "SET readonly = 0", "Expected SELECT, WITH"],
  ["what the engine says of a query", "EXPLAIN SELECT 1", "Expected SELECT, WITH"],
  ["another system listing", "SHOW DATABASES", "Expected SELECT, WITH"],
  ["a table of the service that is described", "DESCRIBE call_rows", "There is no view call_rows"],
  ["a table that is named first", "FROM call_rows SELECT 1", "Expected SELECT, WITH"],
  ["a query that calls itself", "WITH RECURSIVE a AS (SELECT 1) SELECT 1", "WITH RECURSIVE is not offered"],
  ["a comment that does not end", "SELECT 1 /* FROM call_rows", "This comment does not end"],
  ["a text that does not end", "SELECT 'a", "This text does not end"],
  ["a text without quotes", "SELECT $$a$$", "The character $ has no meaning here"],
  ["a backslash outside of a text", "SELECT 1 \\G", "The character \\ has no meaning here"],
  ["a letter that only looks like one", "SELECT １ FROM calls", "The character １ has no meaning here"],
  ["a placeholder of the service", "SELECT 1 FROM calls WHERE {stored:Calls}", "The parameter stored has no value"],
  ["nesting without end", `SELECT ${"(".repeat(5000)}1`, "Nested deeper than 60 levels"],
  ["signs without end", `SELECT ${"- ".repeat(5000)}1`, "Nested deeper than 60 levels"],
  ["negations without end", `SELECT ${"NOT ".repeat(5000)}1`, "Nested deeper than 60 levels"],
  ["a type that is nested without end", `SELECT 1::${"Array(".repeat(5000)}`, "Nested deeper than 60 levels"],
  ["a part that the engine reads before others", "SELECT 1 FROM calls PREWHERE 1", "Use WHERE"],
  ["columns by a pattern", "SELECT COLUMNS('.*') FROM calls", "There is no function COLUMNS"],
  ["a function of all columns", "SELECT * APPLY(file) FROM calls", "Expected the end of the query"],
];

describe("a query that is not admitted", () => {
  it.each(ESCAPES)("does not reach %s", (_, text, refusal) => {
    expect(refusalOf(text)).toContain(refusal);
  });

  it("names the line and the column", () => {
    expect(refusalOf("SELECT id\nFROM calls\n  WHERE sleep(1)")).toBe("3:9 There is no function sleep for queries");
    expect(refusalOf("SELECT id FROM")).toBe("1:15 Expected a view, not ");
    expect(refusalOf("SELECT (1")).toBe("1:10 Expected ), but the query ends");
  });
});

/** Words, signs and quotes in any order, many of which are queries. */
const piece = fc.constantFrom(
  ..."SELECT FROM WHERE calls threads call_rows system . one , ( ) [ ] * 1 'a' `b` \" ' ` \\ -- /* */ { } {projectId:String} {stored:Calls} AS a IN NOT WITH ; count( file( x -> SETTINGS UNION ALL JOIN USING ON = AND OR \n".split(
    " ",
  ),
);

it("writes nothing but words of the grammar, encoded names, encoded texts and numbers, whatever it is given", () => {
  let admitted = 0;
  const check = (text: string) => {
    let sql: string;
    try {
      const statement = translateSql(text, {});
      if (statement.kind !== "query") return;
      sql = statement.sql;
    } catch (error) {
      expect(error).toBeInstanceOf(SqlProblem);
      return;
    }
    admitted += 1;
    const bare = sql
      .replaceAll(/\{view:\d+\}/g, " ")
      .replaceAll(/'[A-Za-z0-9_ .,:;=%/()*+<>|\\-]*'|`[A-Za-z0-9_ .,:;=%/()*+<>|\\-]*`/g, " ");
    // Neither a quote nor a brace is left, and no word is in small letters but the names of functions.
    expect(bare).toMatch(/^[A-Za-z0-9_ .,:;=%/()*+<>|![\]-]*$/);
    expect(bare.match(/[a-z][a-z_]+/g) ?? []).toSatisfy((words: string[]) => words.every((word) => word === "count"));
  };
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(" ")),
    fc.array(piece, { maxLength: 10 }).map((pieces) => `SELECT ${pieces.join(" ")} FROM calls`),
    fc
      .tuple(fc.string({ unit: "binary" }), fc.constantFrom("'", "`", '"'))
      .map(([text, quote]) => `SELECT ${quote}${text}${quote}`),
  );
  fc.assert(fc.property(texts, check), { numRuns: 3000 });
  expect(admitted).toBeGreaterThan(100);
});

it("knows functions in large and small letters, with what may follow the name of an aggregate", () => {
  expect(sqlFunction("TOSTRING")).toEqual({ name: "toString", isAggregate: false });
  expect(sqlFunction("countif")).toEqual({ name: "countIf", isAggregate: true });
  expect(sqlFunction("avgOrNullIf")).toEqual({ name: "avgOrNullIf", isAggregate: true });
  expect(sqlFunction("sumMerge")).toBeNull();
  expect(new Set(SQL_FUNCTION_NAMES).size).toBe(SQL_FUNCTION_NAMES.length);
});
