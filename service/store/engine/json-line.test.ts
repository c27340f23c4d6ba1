import { expect, test } from "vitest";
import { jsonLine } from "./json-line";

test("half a surrogate pair becomes a replacement character, whole pairs stay", () => {
  expect(jsonLine({ id: "a\ud83d", names: ["\ude00b", "😀"], count: 1 })).toBe(
    '{"id":"a\ufffd","names":["\ufffdb","😀"],"count":1}\n',
  );
});

test("JSON text in a row keeps its escapes", () => {
  const row = { inputs: '{"a":"\\ud83d"}', id: "x" };
  expect(JSON.parse(jsonLine(row))).toEqual(row);
  expect(JSON.parse(jsonLine({ ...row, id: "\ud83d" }))).toEqual({ ...row, id: "\ufffd" });
});
