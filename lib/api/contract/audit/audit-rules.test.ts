import { describe, expect, it } from "vitest";
import { allAppOperations } from "@/lib/api/contract/app/app-operations";
import { allOperations } from "@/lib/api/contract/operations";
import { appAuditRules } from "./app-audit-rules";
import type { AuditRule } from "./audit-rule";
import { auditedNames } from "./audit-target";
import { MergedEntries } from "./merged-entries";
import { ReadTally, readSizeText } from "./read-tally";
import { serviceAuditRules } from "./service-audit-rules";

const rules: Readonly<Record<string, AuditRule | undefined>> = serviceAuditRules;
const appRules: Readonly<Record<string, (typeof appAuditRules)[keyof typeof appAuditRules] | undefined>> =
  appAuditRules;

describe("the rules of the audit log", () => {
  it.each(allOperations.map((row) => [row.id, row] as const))("say what %s writes, or why nothing", (id, row) => {
    const rule = rules[id];
    if (rule === undefined) throw new Error(`${id} has no rule in service-audit-rules.ts.`);
    if ("nothing" in rule) return expect(rule.nothing).toMatch(/^\w+( [\w',]+){3,}$/);
    // A query with SQL can sum up all of a project in one row: it is written whatever it returned.
    if (id === "sql.query") return expect("event" in rule).toBe(true);
    // A change is never counted like a read, and a read is never taken for a change.
    return expect("large" in rule).toBe(row.effect === "read");
  });

  it.each(allAppOperations.map((row) => [row.id, row] as const))(
    "say what %s of the app writes, or why nothing",
    (id, row) => {
      const rule = appRules[id];
      if (rule === undefined) throw new Error(`${id} has no rule in app-audit-rules.ts.`);
      if ("nothing" in rule) return expect(rule.nothing).toMatch(/^\w+( [\w',]+){3,}$/);
      return expect(row.effect).toBe("write");
    },
  );

  it("give every change of stored data an event, except those that the dashboard records itself", () => {
    const silent = allOperations.filter(({ id, effect }) => effect === "write" && "nothing" in (rules[id] ?? {}));
    expect(silent.map(({ id }) => id).sort()).toEqual([
      "audit.take",
      "keys.create",
      "keys.revoke",
      "otel.exportMetrics",
      "providers.remove",
      "providers.set",
      "redaction.set",
      "retention.set",
      "watches.markRead",
    ]);
  });

  it("list names that a request and an answer have", () => {
    const missing = allOperations.flatMap(({ id, body, result, example }) => {
      const rule = rules[id];
      if (rule === undefined || !("event" in rule)) return [];
      const sent = "schema" in body ? JSON.stringify(example.body ?? {}) : "";
      const lost = (rule.names ?? []).filter((path) => !sent.includes(`"${path.split(".").at(-1)}"`));
      const returned = result.kind === "json" ? JSON.stringify(example.result ?? {}) : "";
      const unanswered = Object.keys(rule.answers ?? {}).filter((member) => !returned.includes(`"${member}"`));
      return [...lost, ...unanswered].map((name) => `${id} ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("the names in an entry", () => {
  it("are ids of the path, the project, listed members and counts of the answer", () => {
    const change = {
      event: "object.deleted",
      names: ["object_id", "digests"],
      answers: { num_deleted: "deleted" },
    } as const;
    const body = { project_id: "a/b", object_id: "o", digests: ["d1", "d2", "d3", "d4", "d5"] };
    const request = { params: {}, query: {}, body, answer: { num_deleted: 5 } };
    expect(auditedNames(change, request)).toEqual(["a/b", "o", "d1, d2, d3 and 2 more", "5 deleted"]);
  });

  it("count selected ids, and leave out what a request or an answer lacks", () => {
    const change = { event: "calls.deleted", names: ["call_ids", "no.such"], answers: { id: "" } } as const;
    const request = { params: { model_id: "m" }, query: {}, body: { call_ids: ["1", "2"] }, answer: null };
    expect(auditedNames(change, request)).toEqual(["m", "2 selected"]);
  });
});

describe("large reads", () => {
  const page = (rows: number) => ({ rows, bytes: rows * 100 });

  it("are due once at the limit, and again when the sum has doubled", () => {
    const tally = new ReadTally();
    const due = Array.from({ length: 20 }, (_, index) => tally.add("ada", page(1_000), index));
    expect(due.flatMap((sum) => (sum === null ? [] : [sum.rows]))).toEqual([5_000, 10_000, 20_000]);
    expect(readSizeText({ rows: 20_000, bytes: 2 * 1024 * 1024 })).toBe("20000 rows, 2.0 MiB");
  });

  it("do not add up pages that someone looks at, other readers, or reads after a pause", () => {
    const tally = new ReadTally();
    for (let count = 0; count < 1_000; count += 1) expect(tally.add("ada", page(499), count)).toBeNull();
    expect(tally.add("ada", page(4_000), 0)).toBeNull();
    expect(tally.add("bo", page(4_000), 0)).toBeNull();
    expect(tally.add("ada", page(4_000), 10 * 60_000)).toBeNull();
    expect(tally.add("ada", { rows: 0, bytes: 17 * 1024 * 1024 }, 10 * 60_000)).not.toBeNull();
  });
});

describe("merged entries", () => {
  it("are one until a pause of ten minutes", () => {
    const merged = new MergedEntries();
    const minute = 60_000;
    expect([0, 5, 14, 24, 25].map((at) => merged.isNew("ada", at * minute))).toEqual([true, false, false, true, false]);
    expect(merged.isNew("bo", 0)).toBe(true);
  });
});
