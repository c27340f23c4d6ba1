import { describe, expect, it } from "vitest";
import { groupingOf } from "@/lib/calls/grouping";
import { isValueChosen, toggleValue } from "./prepare-facets";

const op = groupingOf("op");
const status = groupingOf("status");

describe("a facet value", () => {
  it("is added to the query next to other values of its field, and removed again", () => {
    const one = toggleValue("latency:>2s", op, "chat");
    expect(one).toBe("latency:>2s op:chat");
    const two = toggleValue(one, op, "two words");
    expect(two).toBe('latency:>2s op:chat,"two words"');
    expect(isValueChosen(two, op, "two words")).toBe(true);
    expect(toggleValue(two, op, "chat")).toBe('latency:>2s op:"two words"');
    expect(toggleValue(toggleValue(two, op, "chat"), op, "two words")).toBe("latency:>2s");
  });

  it("keeps the rest of the query", () => {
    expect(toggleValue("a op:chat b", op, "turn")).toBe("a op:chat,turn b");
    expect(toggleValue("a op:chat b", op, "chat")).toBe("a b");
    expect(toggleValue("-op:chat", op, "turn")).toBe("-op:chat op:turn");
    expect(toggleValue("op:~ch", op, "turn")).toBe("op:~ch op:turn");
  });

  it("uses the status words of the query box", () => {
    expect(toggleValue("", status, "success")).toBe("status:ok");
    expect(isValueChosen("status:ok", status, "success")).toBe(true);
    expect(isValueChosen("-status:ok", status, "success")).toBe(false);
  });
});
