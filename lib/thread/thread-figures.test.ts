import { expect, it } from "vitest";
import type { CallGroupValue } from "@/lib/api/contract/calls/call-stats";
import { figuresByThread } from "./thread-figures";

const value = (members: Partial<CallGroupValue>, total_tokens = 0, requests = 0) =>
  ({
    usage: { requests, total_tokens },
    cost_usd: null,
    unpriced_tokens: 0,
    error_count: 0,
    ...members,
  }) as CallGroupValue;

it("are those of each requested thread, and unknown where no call reports tokens", () => {
  const values = [
    value({ value: "a", cost_usd: 0.25, unpriced_tokens: 40, error_count: 2 }, 1_040, 3),
    value({ value: "b", error_count: 1 }),
    value({ value: "c", cost_usd: 0 }, 0, 1),
  ];
  expect(figuresByThread(["a", "b", "c", "d"], values)).toEqual(
    new Map([
      ["a", { tokens: 1_040, costUsd: 0.25, unpricedTokens: 40, errors: 2 }],
      ["b", { tokens: null, costUsd: null, unpricedTokens: 0, errors: 1 }],
      ["c", { tokens: 0, costUsd: 0, unpricedTokens: 0, errors: 0 }],
      ["d", { tokens: null, costUsd: null, unpricedTokens: 0, errors: 0 }],
    ]),
  );
});
