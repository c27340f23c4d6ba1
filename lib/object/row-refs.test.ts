import { expect, it } from "vitest";
import { MAX_READ_REFS, rowRefsInside, withRowValues } from "./row-refs";

const ROW = "weave:///demo/airline/object/cases:abc/attr/rows/id/r1";
const TABLE_ROW = "weave:///demo/airline/table/t1/id/r1";
const OBJECT = "weave:///demo/airline/object/agent:abc";

it("finds refs to rows and their values, not those of objects, each once and not without end", () => {
  expect(rowRefsInside({ self: OBJECT, a: `${ROW}/key/message`, list: [ROW, TABLE_ROW, ROW] })).toEqual([
    `${ROW}/key/message`,
    ROW,
    TABLE_ROW,
  ]);
  expect(rowRefsInside("see weave:///demo/airline/object/cases:abc")).toEqual([]);
  expect(rowRefsInside(Array.from({ length: 200 }, (_, at) => `${ROW}${at}`))).toHaveLength(MAX_READ_REFS);
});

it("puts values in the place of refs, and leaves every other value and refs without a value as they are", () => {
  const value = { self: OBJECT, message: `${ROW}/key/message`, rest: [ROW, 1, null] };
  const values = new Map<string, unknown>([[`${ROW}/key/message`, "Where is my bag?"]]);
  expect(withRowValues(value, values)).toEqual({ self: OBJECT, message: "Where is my bag?", rest: [ROW, 1, null] });
  expect(Object.hasOwn(withRowValues(JSON.parse('{"__proto__":1}'), values) as object, "__proto__")).toBe(true);
});
