import { describe, expect, it } from "vitest";
import { isRendererFor, matchText } from "./renderer-match";

const chess = { match: { key: "game", value: "chess" } };

describe("a renderer", () => {
  it("without a condition is for every trajectory", () => {
    expect([isRendererFor({ match: null }, null), isRendererFor({ match: null }, { game: 1 })]).toEqual([true, true]);
  });

  it("with a condition is for trajectories whose metadata has that member and value, also a number", () => {
    expect(isRendererFor(chess, { game: "chess" })).toBe(true);
    expect(isRendererFor({ match: { key: "size", value: "3" } }, { size: 3 })).toBe(true);
    expect(isRendererFor({ match: { key: "game", value: "" } }, { game: null })).toBe(true);
  });

  it("with a condition is for no other trajectory", () => {
    for (const metadata of [undefined, null, "game", { game: "go" }, { Game: "chess" }, {}])
      expect(isRendererFor(chess, metadata)).toBe(false);
    expect(isRendererFor({ match: { key: "constructor", value: "" } }, {})).toBe(false);
  });

  it("says what it is for", () => {
    expect([null, chess.match, { key: "board", value: "" }].map((match) => matchText({ match }))).toEqual([
      "all trajectories",
      "metadata.game is chess",
      "with metadata.board",
    ]);
  });
});
