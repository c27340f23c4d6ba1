import { describe, expect, it } from "vitest";
import { joinTokens } from "./join-tokens";
import { readTokens } from "./token-logprob";
import { piecesOfText } from "./token-pieces";

const piecesOf = (...texts: readonly string[]) =>
  joinTokens(readTokens(texts.map((token) => ({ token, logprob: -1 }))));

const textsIn = (texts: readonly string[], text: string, isGrowing = false) =>
  piecesOfText(piecesOf(...texts), text, isGrowing).map((piece) => piece.text);

describe("the tokens of a text", () => {
  it("are all tokens if they make up the text", () => expect(textsIn(["He", "llo"], "Hello")).toEqual(["He", "llo"]));

  it("exclude those that end the turn", () => {
    expect(textsIn(["He", "llo", "<|im_end|>"], "Hello")).toEqual(["He", "llo"]);
  });

  it("are empty if the tokens make up another text, or less of it", () => {
    expect(textsIn(["Hi", " there"], "Hello there")).toEqual([]);
    expect(textsIn(["He"], "Hello")).toEqual([]);
    expect(textsIn(["Hello!"], "Hello")).toEqual([]);
  });

  it("are those so far while it grows, without a part of a character", () => {
    expect(textsIn(["He"], "Hello", true)).toEqual(["He"]);
    expect(textsIn(["He", "\uFFFD"], "He🛫", true)).toEqual(["He"]);
    expect(textsIn(["No", "pe"], "Hello", true)).toEqual([]);
  });
});
