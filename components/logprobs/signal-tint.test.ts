import { expect, test } from "vitest";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { readTokens } from "@/lib/logprobs/token-logprob";
import { signalText, signalTint } from "./signal-tint";

const pieceOf = (entry: Readonly<Record<string, unknown>>) => {
  const [piece] = joinTokens(readTokens([{ token: "a", logprob: -1, ...entry }]));
  if (!piece) throw new Error("No token");
  return piece;
};

test("tokens are tinted on both sides of the ordinary, and their card has the figure", () => {
  const tint = signalTint("ratio", { advantage: null });
  const [less, more] = [pieceOf({ ratio: 0.25 }), pieceOf({ ratio: 4 })];
  expect(tint?.classOf(less)).toContain("madder");
  expect(tint?.classOf(more)).toContain("indigo");
  expect(tint?.textOf(more)).toBe("ratio 4");
});

test("a token without the figure is not tinted, and says nothing of it", () => {
  const tint = signalTint("kl", { advantage: 1 });
  expect(tint?.classOf(pieceOf({}))).toBe("");
  expect(tint?.textOf(pieceOf({}))).toBeNull();
});

test("the probability keeps its own tint", () => {
  expect(signalTint("probability", { advantage: null })).toBeUndefined();
  expect(signalText("advantage", 0.5)).toBe("+0.5");
  expect(signalText("mask", 0)).toBe("not trained on");
});
