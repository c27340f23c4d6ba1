import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { mayHaveTwins, possibleTwins } from "./may-have-twins";
import { twinsOf, uncountedTwins } from "./twin-calls";

function request(id: string, tokens: number, response: string, second = 0, isRequest = true): Call {
  return {
    project_id: "e/p",
    id,
    trace_id: "t",
    op_name: `request ${id}`,
    started_at: `2026-01-01T00:00:0${second}Z`,
    ended_at: `2026-01-01T00:00:0${second + 1}Z`,
    summary: {
      usage: tokens === 0 ? {} : { m: { prompt_tokens: tokens, completion_tokens: 5 } },
      weave: { usage_report: { is_request: isRequest, source: id, response, answer: response } },
    },
  } as unknown as Call;
}

it("the other report of a request is named at both, with the one that counts", () => {
  const calls = [request("sdk", 200, "r1"), request("client", 1200, "r1"), request("later", 1200, "r1", 5)];
  expect(twinsOf({ id: "sdk" }, calls)).toEqual([{ id: "client", name: "request client", isCounted: true }]);
  expect(twinsOf({ id: "client" }, calls)).toEqual([{ id: "sdk", name: "request sdk", isCounted: false }]);
  expect(twinsOf({ id: "later" }, calls)).toEqual([]);
  expect(twinsOf({ id: "missing" }, calls)).toEqual([]);
});

it("only requests with tokens may be reported twice", () => {
  expect(mayHaveTwins(request("a", 10, "r"))).toBe(true);
  expect(mayHaveTwins(request("a", 0, "r"))).toBe(false);
  expect(mayHaveTwins(request("a", 10, "r", 0, false))).toBe(false);
});

it("of some calls only those that name the same answer are compared, and one of them counts", () => {
  const calls = [
    request("sdk", 200, "r1"),
    request("agent", 1200, "r1", 0, false),
    request("client", 1200, "r1"),
    request("other", 200, "r2"),
    request("later", 1200, "r1", 5),
  ];
  expect(possibleTwins(calls).map(({ id }) => id)).toEqual(["sdk", "client", "later"]);
  expect([...uncountedTwins(calls)]).toEqual(["sdk"]);
  expect([...uncountedTwins(possibleTwins(calls))]).toEqual(["sdk"]);
});
