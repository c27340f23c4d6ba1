import { describe, expect, it } from "vitest";
import { monitorSettings } from "@/lib/api/contract/monitors/monitors";
import { draftOf, type MonitorDraft, NEW_MONITOR, readMonitorDraft } from "./monitor-draft";

const DRAFT: MonitorDraft = {
  ...NEW_MONITOR,
  name: " Answers ",
  query: "op:chat score.reward:>0.5",
  scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
};
const read = (members: Partial<MonitorDraft> = {}) => readMonitorDraft({ ...DRAFT, ...members }, "e/p");

describe("the draft of a monitor", () => {
  it("becomes settings that the contract accepts", () => {
    const { settings, missing, problems } = read({ maxCostUsdPerDay: "2.5" });
    expect([missing, problems]).toEqual([[], []]);
    expect(monitorSettings.parse(settings)).toMatchObject({
      name: "Answers",
      query_text: "op:chat score.reward:>0.5",
      filter: { trace_roots_only: true },
      rate_percent: 10,
      max_calls_per_day: 1000,
      max_cost_usd_per_day: 2.5,
    });
  });

  it("is the same after it was saved and read back", () => {
    const draft = {
      ...DRAFT,
      name: "Answers",
      areRootsOnly: false,
      scorers: [{ kind: "json_schema", name: "valid", schema: {}, schemaText: '{\n  "type": "object"\n}' }] as const,
    };
    const settings = monitorSettings.parse(readMonitorDraft(draft, "e/p").settings);
    expect(readMonitorDraft(draftOf(settings), "e/p").settings).toEqual(
      expect.objectContaining({ name: "Answers", query_text: draft.query }),
    );
    expect(draftOf(settings).scorers[0]).toMatchObject({ schemaText: '{\n  "type": "object"\n}' });
  });

  it("says what is missing", () => {
    expect(readMonitorDraft(NEW_MONITOR, "e/p").missing).toEqual(["a name", "a scorer"]);
    expect(read({ ratePercent: "", maxCallsPerDay: "many", maxCostUsdPerDay: "x" }).missing).toEqual([
      "a rate",
      "a number of calls a day",
      "a limit of money that is a number",
    ]);
    expect(read({ scorers: [{ kind: "json_schema", name: "valid", schema: {}, schemaText: "{" }] }).missing).toEqual([
      "a JSON schema that can be read",
    ]);
  });

  it("has no settings while the query cannot be read", () => {
    const { settings, problems } = read({ query: "status:odd" });
    expect(settings).toBeNull();
    expect(problems).toHaveLength(1);
  });
});
