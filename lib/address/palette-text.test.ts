import { describe, expect, it } from "vitest";
import { matchesWords, readPaletteText, readPastedId } from "./palette-text";

const ORIGIN = "http://localhost:7700";
const read = (text: string) => readPastedId(text, ORIGIN);

describe("the text of the palette", () => {
  it("is limited to actions by > and to ids by #", () => {
    expect(readPaletteText(" > theme ")).toEqual({ scope: "actions", words: "theme" });
    expect(readPaletteText("#abc")).toEqual({ scope: "ids", words: "abc" });
    expect(readPaletteText("traces")).toEqual({ scope: "all", words: "traces" });
  });

  it("may be a short id as pages show it", () => {
    expect(readPaletteText("…1a0b9c8d")).toEqual({ scope: "all", words: "1a0b9c8d" });
    expect(readPaletteText("#…1a0b9c8d")).toEqual({ scope: "ids", words: "1a0b9c8d" });
    expect(readPaletteText("and so on…")).toEqual({ scope: "all", words: "and so on…" });
  });

  it("matches when each of its words occurs", () => {
    expect(matchesWords("job NEW", "New training job")).toBe(true);
    expect(matchesWords("job old", "New training job")).toBe(false);
    expect(matchesWords("", "anything")).toBe(true);
  });
});

describe("pasted text", () => {
  const uuid = "019ab3de-2c5e-7d1a-9f00-8f6a2b3c4d5e";
  const digits = uuid.replaceAll("-", "");

  it.each([uuid, digits, uuid.toUpperCase()])("%s is an id in every spelling", (text) => {
    const pasted = read(`  ${text} `);
    expect(pasted?.kind === "id" && pasted.spellings).toEqual(expect.arrayContaining([uuid, digits]));
  });

  it("of 16 hex digits is a span's id, which has no other spelling", () => {
    expect(read("00f067aa0ba902b7")).toEqual({ kind: "id", spellings: ["00f067aa0ba902b7"] });
  });

  it.each(["3Rk".padEnd(43, "x"), "a1".padEnd(43, "_"), "0".repeat(64)])("%s is a digest", (digest) =>
    expect(read(digest)).toEqual({ kind: "digest", digest }),
  );

  it("is a ref or the address of a model", () => {
    expect(read("weave:///demo/airline/op/turn:abc")).toMatchObject({ kind: "ref", target: { digest: "abc" } });
    expect(read(`weave:///demo/airline/call/${uuid}`)).toMatchObject({ kind: "ref", target: { callId: uuid } });
    expect(read("wandb-artifact:///demo/airline/agent:step3")).toMatchObject({ kind: "model", name: { step: 3 } });
  });

  it("is a link of Weave on any host, or a link of this dashboard with its search", () => {
    expect(read(`https://wandb.ai/demo/airline/r/call/${uuid}`)).toEqual({
      kind: "path",
      path: `/demo/airline/r/call/${uuid}`,
    });
    expect(read("https://wandb.ai/demo/airline/weave/objects/prompt/versions/abc?view=x")).toEqual({
      kind: "path",
      path: "/demo/airline/weave/objects/prompt/versions/abc",
    });
    expect(read(`${ORIGIN}/airline/traces?q=status:error`)).toEqual({
      kind: "path",
      path: "/airline/traces?q=status:error",
    });
  });

  it.each(["", "refund", "https://example.org/", "javascript:alert(1)", "http://", "weave:///broken", "deadbeef"])(
    "%j names nothing",
    (text) => expect(read(text)).toBeNull(),
  );
});
