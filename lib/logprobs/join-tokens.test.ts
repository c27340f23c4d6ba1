import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinTokens } from "./join-tokens";
import { readTokens, tokenText } from "./token-logprob";

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

const entry = (bytes: readonly number[], logprob = -0.5) => ({
  token: new TextDecoder().decode(Uint8Array.from(bytes)),
  bytes,
  logprob,
});

const textsOf = (entries: readonly object[]) => joinTokens(readTokens(entries)).map(({ text }) => text);

describe("tokens as text", () => {
  it("are separate if they are whole characters", () => {
    expect(textsOf([entry(bytesOf("Hello")), entry(bytesOf(" é")), entry(bytesOf("\n"))])).toEqual([
      "Hello",
      " é",
      "\n",
    ]);
  });

  it("are joined if a character is spread over them, with the sum of their logprobs", () => {
    const [first, second, third, fourth] = bytesOf("🛫");
    const pieces = joinTokens(
      readTokens([
        entry([...bytesOf("a "), first ?? 0, second ?? 0], -0.25),
        entry([third ?? 0], -0.5),
        entry([fourth ?? 0, ...bytesOf("!")], -1),
        entry(bytesOf("b")),
      ]),
    );
    expect(pieces.map(({ text }) => text)).toEqual(["a 🛫!", "b"]);
    expect(pieces[0]).toMatchObject({ logprob: -1.75, tokens: [{}, {}, {}] });
  });

  it("keep bytes that are not a character", () => {
    expect(textsOf([entry([0xff]), entry(bytesOf("a")), entry([0xe2, 0x80])])).toEqual(["�", "a", "�"]);
  });

  it("use their spelling if the provider sends no bytes", () => {
    expect(
      textsOf([
        { token: "Hi", logprob: -1, bytes: null },
        { token: " é", logprob: -1 },
      ]),
    ).toEqual(["Hi", " é"]);
  });

  it("restore the text, however it was cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(6)), (text, cuts) => {
        const bytes = bytesOf(text);
        const entries = [];
        for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
          const length = 1 + (cuts[cut % Math.max(1, cuts.length)] ?? 0);
          entries.push(entry(bytes.slice(at, at + length)));
          at += length;
        }
        expect(textsOf(entries).join("")).toBe(
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes)),
        );
      }),
    );
  });
});

describe("logprobs of a choice", () => {
  it("list alternatives with the likeliest first, parts of characters as bytes", () => {
    const [token] = readTokens([
      {
        ...entry(bytesOf("a")),
        top_logprobs: [
          { token: "b", logprob: -3, bytes: null },
          { token: "�", logprob: -1, bytes: [0xf0, 0x9f] },
        ],
      },
    ]);
    expect(token?.alternatives).toEqual([
      { text: "\\xF0\\x9F", logprob: -1 },
      { text: "b", logprob: -3 },
    ]);
  });

  it("omit invalid ones", () => {
    expect(readTokens([null, 3, { token: "a" }, { logprob: -1 }, { token: "b", logprob: -1 }])).toHaveLength(1);
    expect(readTokens(null)).toEqual([]);
  });

  it("show a single token", () => {
    expect(tokenText("é", bytesOf("é"))).toBe("é");
    expect(tokenText("x", null)).toBe("x");
  });
});
