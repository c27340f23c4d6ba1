import { describe, expect, it } from "vitest";
import { objectName } from "./object-name";

describe("the name of an object", () => {
  it.each([
    ["my tasks (v2)", "my-tasks-v2"],
    ["  ..tasks ", "..tasks"],
    ["日本", ""],
    ["a".repeat(200), "a".repeat(128)],
  ])("is derived from %j as SDKs derive it", (text, name) => {
    expect(objectName(text)).toBe(name);
  });
});
