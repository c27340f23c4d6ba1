import { describe, expect, it } from "vitest";
import { groupLabel, groupTitle } from "./group-text";

describe("groupLabel", () => {
  it("prefers the group to its trajectories, and a scenario to a task", () => {
    expect(groupLabel([{ task_id: 3 }, { scenario_id: "other" }])).toBe("task_id 3");
    expect(groupLabel([{ task_id: 3, scenario_id: "refund" }])).toBe("scenario_id refund");
    expect(groupLabel([null, { task_id: 0 }])).toBe("task_id 0");
  });

  it("is null without metadata", () => {
    expect(groupLabel([null, undefined, { seed: 4, task: " " }])).toBeNull();
    expect(groupLabel([JSON.parse('{"__proto__":{"task_id":1}}')])).toBeNull();
  });
});

describe("groupTitle", () => {
  it("is the first user message, on one line and short", () => {
    const messages = [
      { role: "system", content: "Be kind." },
      { role: "user", content: [{ type: "text", text: "I want\n a refund " }] },
    ];
    expect(groupTitle(messages)).toBe("I want a refund");
    expect(groupTitle([{ role: "user", content: "a".repeat(1000) }])).toHaveLength(160);
  });

  it("is null when no user message has text", () => {
    expect(
      groupTitle([
        { role: "user", content: null },
        { finish_reason: "stop", message: {} },
      ]),
    ).toBeNull();
  });
});
