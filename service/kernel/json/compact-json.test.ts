import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDepth, parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { sized } from "@/test/setup/test-length";
import { CompactJson } from "./compact-json";
import { engineJson } from "./engine-json";
import { JsonBytes } from "./json-bytes";
import { pythonLength } from "./python-json";
import { findRefs } from "./refs";

/** Returns a text as a parser and a writer rewrite it, or null when it is not JSON. */
function parsedAndWritten(text: string): string | null {
  if (jsonDepth(text) > 64) return null;
  try {
    return stringifyJson(parseJson(text));
  } catch {
    return null;
  }
}

function compacted(text: string) {
  const out = new JsonBytes();
  out.json('"before"');
  const from = out.position;
  const { size } = out;
  const bytes = Buffer.from(`..${text}..`);
  const outcome = new CompactJson(out).write(bytes, 2, bytes.length - 2);
  return {
    outcome,
    text: out.view(from, out.position).toString(),
    size: out.size - size,
    isOdd: out.oddities > 0,
    mayHaveRefs: out.refs > 0,
  };
}

function expectSame(text: string): void {
  const expected = parsedAndWritten(text);
  const found = compacted(text);
  if (found.outcome === "not-json") expect(expected).toBeNull();
  if (found.outcome !== "written") {
    expect([found.text, found.size]).toEqual(["", 0]);
    return;
  }
  expect(found.text).toBe(expected);
  expect(found.size).toBe(pythonLength(found.text));
  if (engineJson(found.text) !== null) expect(found.isOdd).toBe(true);
  if (findRefs(found.text).length > 0) expect(found.mayHaveRefs).toBe(true);
}

describe("JSON that is rewritten without a parser", () => {
  it.each([
    '{"a":1}',
    ' { "a" : [ 1 , -0 , 1.50 , 1e5, 0.00001, 12345678901234567890 ] , "b" : { } , "c" : [ ] }\n',
    '{"text":"caf\\u00e9 \\/ \\n \\u0001 \\ud83d\\ude00 é 😀","del":"\u007f","half":"\\ud800"}',
    '["weave:///e/p/object/o:d"]',
    '[true,false,null,"",{"":""}]',
    "[9999999999999999999999]",
    "[1e400]",
    '["1234567890123456789"]',
    '["a1e+999"]',
  ])("is the same text as a parser and a writer give: %s", (text) => {
    expect(compacted(text).outcome).toBe("written");
    expectSame(text);
  });

  it.each(['{"b":1,"2":1,"1":2}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"__proto__":1}'])(
    "is left to the parser where the parser would reorder or merge members: %s",
    (text) => expect(compacted(text)).toMatchObject({ outcome: "needs-parser", text: "" }),
  );

  it.each([
    ..."{ [ {} [1] ] } [1,] [01] [1.] [.5] [-] [1e] [+1] [tru] [nullx]".split(" ").filter((text) => text !== "{}"),
    ...[
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      "{a:1}",
      '["\n"]',
      '["\\x"]',
      '["\\u12"]',
      '["',
      '["\\',
      "[1]x",
      "[1] [2]",
      "\u00a0[1]",
    ],
    `${"[".repeat(65)}${"]".repeat(65)}`,
  ])("stays unwritten when the text is not JSON that a parser takes: %s", (text) => expectSame(text));

  it("has no text when its bytes are not UTF-8", () => {
    const out = new JsonBytes();
    const bytes = Buffer.from('{"a":"\xff"}', "latin1");
    expect(new CompactJson(out).write(bytes, 0, bytes.length)).toBe("needs-parser");
    expect(out.position).toBe(0);
  });

  it("is the same text for any JSON, with any space between its tokens", () => {
    const keys = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom("a", "b", "0", "12", "é", "weave:///"));
    const json = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.json({ stringUnit: "binary" }),
      fc.jsonValue().map((value) => JSON.stringify({ value })),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, json), fc.nat(3), (members, indent) => {
        const text = `{${Object.entries(members)
          .map(([key, value]) => `${JSON.stringify(key)} :${" ".repeat(indent)}${value}`)
          .join(" , ")}}`;
        expectSame(text);
        expectSame(JSON.stringify(members, null, indent));
      }),
      { numRuns: sized({ once: 100, all: 500 }) },
    );
  });

  it("is complete when the buffer has to grow in its middle", () => {
    const text = JSON.stringify({ list: Array.from({ length: 30_000 }, () => "caf\\u00e9 and some more text") });
    expectSame(text.replaceAll("\\\\u", "\\u"));
    expect(compacted(text.replaceAll("\\\\u", "\\u")).outcome).toBe("written");
  });

  it("is never taken from a text that a parser refuses", () => {
    const pieces = fc.constantFrom(
      ...'{}[],:"\\ue01-+.t ',
      "true",
      "null",
      '"a"',
      '"b":',
      "\\u00e9",
      "12e5",
      "é",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        for (const text of [`[${parts.join("")}]`, `{"k":${parts.join("")}}`]) expectSame(text);
      }),
      { numRuns: sized({ once: 500, all: 3000 }) },
    );
  });
});

describe("text that is written as a JSON string", () => {
  it("is escaped and counted as by a writer, for any bytes that are text", () => {
    const bytes = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 60 }).map((list) => Buffer.from(list)),
      fc
        .array(fc.constantFrom(..."0123456789eE+-\u0019", "weave:///e/p/call/1"), { maxLength: 40 })
        .map((list) => Buffer.from(list.join(""))),
    );
    fc.assert(
      fc.property(bytes, (text) => {
        const out = new JsonBytes();
        const isText = out.text(Buffer.concat([Buffer.from("."), text, Buffer.from(".")]), 1, text.length + 1);
        expect(isText).toBe(isUtf8(text));
        if (!isText) return;
        const written = out.view(0, out.position).toString();
        expect(written).toBe(JSON.stringify(text.toString("utf8")));
        expect(out.size).toBe(pythonLength(written));
        if (engineJson(written) !== null) expect(out.oddities).toBeGreaterThan(0);
        if (findRefs(written).length > 0) expect(out.refs).toBeGreaterThan(0);
      }),
      { numRuns: sized({ once: 200, all: 1000 }) },
    );
  });

  it("keeps what was written when the buffer grows, and views of it for good", () => {
    const out = new JsonBytes();
    const long = Buffer.from('é"'.repeat(300_000));
    out.text(long, 0, long.length);
    const first = out.view(0, out.position);
    const copy = Buffer.from(first);
    out.keep();
    for (let times = 0; times < 4; times += 1) out.text(long, 0, long.length);
    expect(out.view(0, copy.length).equals(copy)).toBe(true);
    expect(first.equals(copy)).toBe(true);
  });
});
