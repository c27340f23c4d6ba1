import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireDistinctMembers } from "./distinct-members";

const check = (text: string) => requireDistinctMembers(text, JSON.parse(text));

describe("requireDistinctMembers", () => {
  it("names the member and its place", () => {
    expect(() => check('{"project_id": "demo/other",\n "project_id": "demo/own"}')).toThrow(
      "body.project_id: Given more than once (line 2, column 2)",
    );
    expect(() => check(String.raw`{"project_id":"demo/other","project\u005fid":"demo/own"}`)).toThrow(
      "body.project_id",
    );
    expect(() => check('{"inputs":{"extra_headers":[{"a":1,"b":2,"a":3}]}}')).toThrow("body.a");
  });

  it("accepts one name in several objects, and colons in strings", () => {
    expect(() => check(String.raw`[{"a":1},{"a":2,"b":{"a":"\":{\"a\":"}}]`)).not.toThrow();
    expect(() => check('{"a":1.0,"a":1.0}')).not.toThrow();
  });

  it("accepts every text that a serializer writes", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 8, stringUnit: "binary" }), (text) => check(text)));
  });

  it("refuses every object in which a member is repeated with another value", () => {
    const values = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 2 });
    const key = fc.string({ unit: "binary" }).filter((name) => name !== "__proto__");
    fc.assert(
      fc.property(key, values, fc.json(), (name, [first, second], other) => {
        const text = `{"before":[${other}],"within":{${JSON.stringify(name)}:${first},${JSON.stringify(name)}:${second}}}`;
        expect(() => check(text)).toThrow("Given more than once");
      }),
    );
  });
});
