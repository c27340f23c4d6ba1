import type { Mutation } from "./mutation";

const SELECT = "lib/sql/translate-select.ts";
const EXPRESSION = "lib/sql/translate-expression.ts";
const RUN = "service/traces/store/sql/run-sql.ts";
const ESCAPES = { file: "lib/sql/translate-sql.test.ts", title: "does not reach %s" };
const run = (title: string) => ({ file: "service/traces/store/sql/run-sql.test.ts", title });

/** Rows A11 to A13: what bounds a query with SQL. */
export const sqlMutations: readonly Mutation[] = [
  {
    row: "A11",
    without: "the list of views",
    file: SELECT,
    text: "if (declared === null && view === undefined) throw cursor.problem(unknownViewText(token.text), token);",
    by: "if (declared === null && view === undefined) return sqlName(token.text);",
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the refusal of table functions",
    file: SELECT,
    text: 'if (cursor.isSign("(")) throw',
    by: 'if (cursor.isSign("(")) {\n      while (cursor.take().text !== ")");\n      return cursor.textFrom(token);\n    }\n    if (cursor.isSign("(")) throw',
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the refusal of names with a database",
    file: SELECT,
    text: 'if (cursor.isSign(".")) throw',
    by: 'if (cursor.takeSign(".")) {\n      cursor.take();\n      return cursor.textFrom(token);\n    }\n    if (cursor.isSign(".")) throw',
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the refusal of a name after IN",
    file: EXPRESSION,
    text: "if (isNameAlone(item))",
    by: 'if (isNameAlone(item) && item === "")',
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the list of functions",
    file: EXPRESSION,
    text: "const called = sqlFunction(token.text);",
    by: "const called = sqlFunction(token.text) ?? { name: token.text, isAggregate: false };",
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the list of types",
    file: "lib/sql/translate-type.ts",
    text: "typesByLetters.get(token.text.toLowerCase()) : undefined",
    by: "(typesByLetters.get(token.text.toLowerCase()) ?? token.text) : undefined",
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the refusal of more than one statement",
    file: "lib/sql/translate-sql.ts",
    text: 'if (cursor.peek().kind !== "end") {',
    by: 'if (cursor.peek().kind === "quoted") {',
    test: ESCAPES,
  },
  {
    row: "A11",
    without: "the names of WITH that are ours",
    file: "lib/sql/sql-names.ts",
    text: "sqlName(`with_$" + "{this.#count}`)",
    by: "sqlName(name)",
    test: { ...ESCAPES, title: "are written as names of our own, so that none stands for a column within a view" },
  },
  {
    row: "A11",
    without: "the encoding of texts and names",
    file: "lib/sql/quote-sql.ts",
    text: "PLAIN.test(letter)",
    by: "letter.length > 0",
    test: {
      ...ESCAPES,
      title: "writes nothing but words of the grammar, encoded names, encoded texts and numbers, whatever it is given",
    },
  },
  {
    row: "A12",
    without: "the limit of a view, through which no condition is moved",
    file: "service/traces/store/sql/view-sql.ts",
    text: 'const BARRIER = "LIMIT 9223372036854775807";',
    by: 'const BARRIER = "";',
    test: run("are never looked at by %s"),
  },
  {
    row: "A12",
    without: "the filters of the engine",
    file: RUN,
    text: "...(await onlyRowsOf(store, request.projectId)),",
    by: "",
    test: run("are left out by the engine too, in a query that names %s itself"),
  },
  {
    row: "A12",
    without: "the mode in which the engine only reads",
    file: "service/traces/store/engine/query-settings.ts",
    text: "readonly: 1,",
    by: "",
    test: run("cannot be changed, nor read from elsewhere, whatever the engine is sent"),
  },
  {
    row: "A13",
    without: "the limit of time",
    file: RUN,
    text: "timeoutMs: seconds * 1000",
    by: "timeoutMs: 3_600_000",
    test: run("is time: it is stopped at its limit, which is named"),
  },
  {
    row: "A13",
    without: "the limit of memory",
    file: RUN,
    text: "max_memory_usage: memory_mb * MIB,",
    by: "",
    test: run("is memory"),
  },
  {
    row: "A13",
    without: "the limit of queries at once",
    file: "service/traces/store/sql/sql-turns.ts",
    text: "if (ofProject >= OF_PROJECT)",
    by: "if (ofProject < 0)",
    test: run("answers with the limits and what was read, and refuses a third query of a project while two run"),
  },
];
