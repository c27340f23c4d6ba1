import { expect, it } from "vitest";
import { memberAt } from "./member-at-path";

const root = JSON.parse('{"a":{"b":1,"c":[{"d e":2}]},"a.b":3,"a.x":{"y.z":4},"__proto__":{"x":5}}');

it.each([
  ["a.b", 1],
  ["a.c.0.d e", 2],
  ["a.x.y.z", 4],
  ["__proto__.x", 5],
  ["a.q", undefined],
  ["toString", undefined],
])("leads to the value at %s", (path, value) => expect(memberAt(root, path)).toBe(value));
