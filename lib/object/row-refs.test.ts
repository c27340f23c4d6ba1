import { expect, it } from "vitest";
import { MAX_READ_REFS, rowRefsInside, withRowValues } from "./row-refs";

const PROJECT = "demo/airline";
const ROW = "weave:///demo/airline/object/cases:abc/attr/rows/id/r1";
const TABLE_ROW = "weave:///demo/airline/table/t1/id/r1";
const OBJECT = "weave:///demo/airline/object/agent:abc";

it("finds refs to rows and to values inside them and objects, not those of objects, each once and not without end", () => {
  const value = { self: OBJECT, a: `${ROW}/key/message`, list: [ROW, TABLE_ROW, ROW, `${OBJECT}/attr/prompt`] };
  expect(rowRefsInside(value, PROJECT)).toEqual({
    refs: [`${ROW}/key/message`, ROW, TABLE_ROW, `${OBJECT}/attr/prompt`],
    leftOut: 0,
  });
  expect(rowRefsInside(`see ${ROW}`, PROJECT)).toEqual({ refs: [], leftOut: 0 });
  const many = Array.from({ length: 200 }, (_, at) => `${ROW}${at}`);
  expect(rowRefsInside(many, PROJECT)).toEqual({ refs: many.slice(0, MAX_READ_REFS), leftOut: 200 - MAX_READ_REFS });
});

it("leaves refs to other projects out, since one of them could fail the request for all", () => {
  const other = "weave:///demo/airline-2/object/cases:abc/attr/rows/id/r1";
  expect(rowRefsInside([other, ROW], PROJECT)).toEqual({ refs: [ROW], leftOut: 1 });
});

it("puts values in the place of refs, and leaves every other value and refs without a value as they are", () => {
  const value = { self: OBJECT, message: `${ROW}/key/message`, rest: [ROW, 1, null] };
  const values = new Map<string, unknown>([[`${ROW}/key/message`, "Where is my bag?"]]);
  expect(withRowValues(value, values)).toEqual({ self: OBJECT, message: "Where is my bag?", rest: [ROW, 1, null] });
  expect(Object.hasOwn(withRowValues(JSON.parse('{"__proto__":1}'), values) as object, "__proto__")).toBe(true);
});
