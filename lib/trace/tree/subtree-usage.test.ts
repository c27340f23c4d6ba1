import { expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { subtreeUsage } from "./subtree-usage";

const usage = (tokensIn: number | null, tokensOut: number | null, costUsd: number | null) => [
  { model: "m", requests: 1, tokensIn, tokensOut, costUsd },
];

it("adds the usage of a call and of all calls below it, and knows none where none is reported", () => {
  const skeleton = makeSkeleton([
    { id: "run" },
    { id: "turn", parent: "run" },
    { id: "chat 1", parent: "turn", usage: usage(100, 20, 0.5) },
    { id: "chat 2", parent: "turn", usage: usage(10, null, 0.25) },
    { id: "tool", parent: "run" },
  ]);
  const { tokensIn, tokensOut, costUsd } = subtreeUsage(skeleton);
  expect([...tokensIn]).toEqual([110, 110, 100, 10, Number.NaN]);
  expect([...tokensOut]).toEqual([20, 20, 20, Number.NaN, Number.NaN]);
  expect([...costUsd]).toEqual([0.75, 0.75, 0.5, 0.25, Number.NaN]);
});
