import { describe, expect, it } from "vitest";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { translateSql } from "@/lib/sql/translate-sql";
import { completeSql } from "./complete-sql";
import { EXAMPLES } from "./first-query";
import { highlightSql, parametersIn } from "./highlight-sql";
import { sentParameters, usualValues } from "./prepare-parameters";

const kinds = (sql: string) =>
  highlightSql(sql)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

describe("a query in the editor", () => {
  it("is cut into pieces that together are its text, also while it is incomplete", () => {
    const texts = [
      "SELECT count(op) FROM calls -- a 'b'\nWHERE x = 'it''s' AND y > 1.5 /* z",
      "SELECT 'open",
      "",
      "{env:String}",
    ];
    for (const text of texts) {
      expect(
        highlightSql(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
    expect(kinds("SELECT count(op) -- 'a'\nIN (1.5, 'b{c}', {env:String})")).toEqual([
      ...["word SELECT", "function count", "comment -- 'a'", "word IN", "number 1.5", "text 'b{c}'"],
      "parameter {env:String}",
    ]);
  });

  it("names each parameter once, and none within texts and comments", () => {
    expect(parametersIn("SELECT {a}, '{b}', {c:UInt8} -- {d}\n, {a}")).toEqual(["a", "c"]);
  });

  it.each(EXAMPLES)("is an example that the service admits: $name", ({ sql }) => {
    const values = { from: "2026-11-20 10:00:00", to: "2026-11-21 10:00:00" };
    expect(translateSql(sql, values).kind).toBe("query");
  });
});

describe("completion", () => {
  const choices = (before: string, after = "") =>
    completeSql(before + after, before.length).choices.map(({ text }) => text);

  it("begins with columns of the views that the query names", () => {
    const { from, choices: found } = completeSql("SELECT tok FROM usage", "SELECT tok".length);
    expect(from).toBe("SELECT ".length);
    expect(found[0]).toEqual({ text: "tokens_in", hint: "Float64, usage" });
    expect(choices("SELECT dur")).toContain("duration_ms");
    expect(choices("SELECT id FROM thr")[0]).toBe("thread_id");
    expect(choices("SELECT countS")).toContain("countSubstrings");
  });

  it("offers nothing within texts and comments, for one letter, and for a name that is complete", () => {
    expect([choices("SELECT 'dur"), choices("-- dur"), choices("SELECT d"), choices("SELECT duration_ms")]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it("knows each column once", () => {
    for (const { columns } of SQL_VIEWS) {
      const names = columns.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe("values of parameters", () => {
  it("are numbers where they look like one and are not in quotes, and leave out what is unknown", () => {
    const values = { env: "prod", least: "-3.5", id: "'007'", code: "007" };
    expect(sentParameters(["env", "least", "id", "code", "none", "to"], values, { to: "now" })).toEqual({
      ...{ env: "prod", least: -3.5, id: "007", code: "007", to: "now" },
    });
  });

  it("are the time range of the page for from and to", () => {
    const nowMs = Date.parse("2026-11-21T10:00:00Z");
    const day = usualValues({ kind: "relative", text: "24h", durationMs: 86_400_000 } as never, nowMs);
    expect(day).toEqual({ from: "2026-11-20 10:00:00.000", to: "2026-11-21 10:00:00.000" });
  });
});
