import { describe, expect, it } from "vitest";
import { heatLevel, tokenCandidates, tokenFigures, visibleText } from "./logprob-figures";
import type { TokenLogprob } from "./token-logprob";

const token = (logprob: number, members: Partial<TokenLogprob> = {}): TokenLogprob => ({
  text: "a",
  bytes: null,
  alternatives: [],
  logprob,
  ...members,
});

describe("the tint of a token", () => {
  it.each([
    [1, 0],
    [0.9, 0],
    [0.89, 1],
    [0.59, 2],
    [0.29, 3],
    [0, 3],
  ])("with a probability of %d is %d", (share, level) => expect(heatLevel(Math.log(share))).toBe(level));
});

describe("the figures of tokens", () => {
  it("are the mean logprob and the perplexity", () => {
    const figures = tokenFigures([token(Math.log(0.5)), token(Math.log(0.125))]);
    expect(figures?.count).toBe(2);
    expect(figures?.meanLogprob).toBeCloseTo(Math.log(0.25));
    expect(figures?.perplexity).toBeCloseTo(4);
  });

  it("are 1 for a model that is certain", () => expect(tokenFigures([token(0), token(0)])?.perplexity).toBe(1));

  it("are missing without tokens", () => expect(tokenFigures([])).toBeNull());
});

describe("the candidates of a token", () => {
  it("mark the chosen one", () => {
    const alternatives = [
      { text: "b", logprob: -0.1 },
      { text: "a", logprob: -2 },
    ];
    expect(tokenCandidates(token(-2, { alternatives }), "a").map(({ isChosen }) => isChosen)).toEqual([false, true]);
  });

  it("include the token even if it was not among the reported ones", () => {
    const alternatives = [
      { text: "b", logprob: -0.1 },
      { text: "c", logprob: -5 },
    ];
    expect(tokenCandidates(token(-3, { alternatives }), "a").map(({ text }) => text)).toEqual(["b", "a", "c"]);
  });
});

describe("a visible token", () => {
  it("marks spaces at the ends and line breaks", () => {
    expect(visibleText(" two words ")).toBe("␣two words␣");
    expect(visibleText("\n\n")).toBe("↵↵");
    expect(visibleText("")).toBe("empty");
  });
});
