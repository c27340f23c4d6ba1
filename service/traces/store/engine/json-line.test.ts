import { expect, test } from "vitest";
import { jsonLine } from "./json-line";

test("replaces half a surrogate pair and keeps whole pairs", () => {
  expect(jsonLine({ id: "a\ud83d", names: ["\ude00b", "😀"], count: 1 })).toBe(
    '{"id":"a\ufffd","names":["\ufffdb","😀"],"count":1}\n',
  );
});

test("keeps the escapes of JSON text in a row", () => {
  const row = { inputs: '{"a":"\\ud83d"}', id: "x" };
  expect(JSON.parse(jsonLine(row))).toEqual(row);
  expect(JSON.parse(jsonLine({ ...row, id: "\ud83d" }))).toEqual({ ...row, id: "\ufffd" });
});
