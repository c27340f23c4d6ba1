import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonPath } from "@/lib/json/scan/json-slices";
import { type JsonPiece, JsonPieces, JsonSyntaxError, JsonValueTooLarge } from "./json-pieces";

/** Walks into the top level, `groups` and each of its elements. */
const enter = (path: JsonPath, opening: "{" | "[") =>
  (path.length === 0 && opening === "{") ||
  (path.length === 1 && path[0] === "groups" && opening === "[") ||
  (path.length === 2 && opening === "{");

function piecesOf(text: string, chunkBytes = 7, options: Partial<ConstructorParameters<typeof JsonPieces>[0]> = {}) {
  const reader = new JsonPieces({ enter, maxValueBytes: 1_000_000, maxDepth: 64, ...options });
  const bytes = Buffer.from(text);
  const pieces: JsonPiece[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    pieces.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  return [...pieces, ...reader.end()];
}

function valuesOf(pieces: readonly JsonPiece[]): Map<string, unknown> {
  return new Map(
    pieces.flatMap((piece) =>
      piece.kind === "value" ? [[piece.path.join("."), JSON.parse(piece.text)] as const] : [],
    ),
  );
}

describe("JsonPieces", () => {
  it("returns the same values for every size of chunk, with their byte positions", () => {
    const text = '{ "a" : "é\\"}]" , "groups":[ {"x":[1,{"y":"]"}],"z":-1.5e3} ,{}, 7 ] , "last":null }';
    const expected = piecesOf(text, 1_000);
    for (let size = 1; size < Buffer.byteLength(text); size += 1) expect(piecesOf(text, size)).toEqual(expected);
    expect(Object.fromEntries(valuesOf(expected))).toEqual({
      a: 'é"}]',
      "groups.0.x": [1, { y: "]" }],
      "groups.0.z": -1500,
      "groups.2": 7,
      last: null,
    });
    for (const piece of expected) {
      if (piece.kind !== "value") continue;
      expect(Buffer.from(text).subarray(piece.start, piece.end).toString()).toBe(piece.text);
    }
  });

  it("reads everything that JSON.parse reads, to the same values", () => {
    const documents = fc.record({
      before: fc.json(),
      groups: fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        documents,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 2 }),
        (document, size, indent) => {
          const text = JSON.stringify({ before: JSON.parse(document.before), groups: document.groups }, null, indent);
          const values = piecesOf(text, size).filter((piece) => piece.kind === "value");
          // From entries, since assigning a member named __proto__ would set the prototype.
          const members: [string, unknown][][] = document.groups.map(() => []);
          let before: unknown;
          for (const { path, text: value } of values) {
            if (path[0] === "before") before = JSON.parse(value);
            else members[Number(path[1])]?.push([String(path[2]), JSON.parse(value)]);
          }
          const rebuilt = { before, groups: members.map((entries) => Object.fromEntries(entries)) };
          expect(rebuilt).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it.each([
    ["", "it ends before it is complete"],
    ['{"a":1', "it ends before it is complete"],
    ['{"a":"x', "it ends before it is complete"],
    ['{"a":1} {', "there is more text after its end, at byte 8"],
    ['{"a" 1}', "expected a colon at byte 5"],
    ['{"a":1,}', "expected a name at byte 7"],
    ['{"groups":[1,]}', "expected a value at byte 13"],
    ['{"groups":[}', "expected a value or close at byte 11"],
    ['{"a":1]', "expected a comma or close at byte 6"],
    ['{"a":,}', "expected a value at byte 5"],
    ['{"a":1,"a":2}', 'the member "a" occurs twice'],
    ['{"a":[[[[[1]]]]]}', "it is nested deeper than 4 levels"],
  ])("refuses %s", (text, message) => {
    expect(() => piecesOf(text, 3, { maxDepth: 4 })).toThrow(JsonSyntaxError);
    expect(() => piecesOf(text, 3, { maxDepth: 4 })).toThrow(message);
  });

  it("refuses bytes that are not UTF-8, and reports their position", () => {
    const reader = new JsonPieces({ enter, maxValueBytes: 100, maxDepth: 4 });
    expect(() => reader.push(Buffer.from([123, 34, 97, 34, 58, 34, 0xff, 34, 125]))).toThrow("not valid UTF-8");
  });

  it("keeps no value larger than allowed, however it is cut", () => {
    expect(() => piecesOf(`{"a":"${"x".repeat(200)}"}`, 10, { maxValueBytes: 100 })).toThrow(JsonValueTooLarge);
    expect(() => piecesOf(`{"a":[${"1,".repeat(200)}1]}`, 1_000, { maxValueBytes: 100 })).toThrow(JsonValueTooLarge);
  });
});
