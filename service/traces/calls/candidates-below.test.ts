import { expect, it } from "vitest";
import type { TraceCall } from "@/service/traces/store/previews/calls-below";
import { candidatesBelow } from "./candidates-below";

const call = (callId: string, parentId: string | null, endedAt = "", content = "io"): TraceCall => ({
  callId,
  parentId,
  endedAt,
  hasInputs: content.includes("i"),
  hasOutput: content.includes("o"),
});

it("the first calls with inputs and the last ended with an output below a call are its candidates", () => {
  const calls = [
    call("root", null, "9"),
    call("agent", "root", "8", ""),
    call("check", "agent", "2", "i"),
    call("late", "agent", "7"),
    call("inner", "check", "3"),
    call("other", "root", "6"),
    call("last", "inner", "5", "o"),
    call("fourth", "agent", "1"),
  ];
  const found = candidatesBelow(["agent", "check", "last", "unknown"], calls);
  expect(found.get("agent")).toEqual({ asks: ["check", "late", "inner"], answers: ["late", "last", "inner"] });
  expect(found.get("check")).toEqual({ asks: ["inner"], answers: ["last", "inner"] });
  expect(found.get("last")).toEqual({ asks: [], answers: [] });
  expect(found.get("unknown")).toEqual({ asks: [], answers: [] });
});

it("calls that are each other's parents are below each other once", () => {
  const found = candidatesBelow(["a"], [call("a", "b"), call("b", "a")]);
  expect(found.get("a")).toEqual({ asks: ["b"], answers: ["b"] });
});
