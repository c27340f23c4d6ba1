import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyJsonDepth, bodyText, JSON_DEPTH_LIMIT, JSON_TYPE, MULTIPART_TYPE } from "./request-body";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("jsonDepth", () => {
  it("is the nesting of the parsed value, whatever its strings contain", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 12, stringUnit: "binary" }), (text) => {
        expect(bodyJsonDepth(text)).toBe(depthOf(JSON.parse(text)));
      }),
    );
  });

  it("treats brackets and quotes inside strings as text", () => {
    expect(bodyJsonDepth(String.raw`{"a\"[[[":"\\","]]]":["[\\\"{"]}`)).toBe(2);
  });

  it("stops at the limit without reading on", () => {
    expect(bodyJsonDepth(nested(1_000_000))).toBe(JSON_DEPTH_LIMIT + 1);
  });
});

describe("bodyText", () => {
  it("accepts nesting up to the limit and rejects one more level", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(bodyText(bytes(nested(JSON_DEPTH_LIMIT)))).toHaveLength(2 * JSON_DEPTH_LIMIT);
    expect(() => bodyText(bytes(nested(JSON_DEPTH_LIMIT + 1)))).toThrow(`deeper than ${JSON_DEPTH_LIMIT}`);
  });
});

describe("content types", () => {
  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON ;x=y"])("accept %j", (type) => {
    expect(JSON_TYPE.test(type)).toBe(true);
  });

  it.each(["", "text/plain", "application/jsonp", "application/json-patch+json", "text/plain; application/json"])(
    "reject %j",
    (type) => {
      expect(JSON_TYPE.test(type)).toBe(false);
    },
  );

  it("keep a boundary but nothing that could end a header line", () => {
    expect(MULTIPART_TYPE.test("multipart/form-data; boundary=----WebKitFormBoundaryAb1")).toBe(true);
    expect(MULTIPART_TYPE.test('multipart/form-data; boundary="a b"')).toBe(true);
    expect(MULTIPART_TYPE.test("multipart/form-data; boundary=a\r\nx: y")).toBe(false);
    expect(MULTIPART_TYPE.test("multipart/form-data")).toBe(false);
  });
});
