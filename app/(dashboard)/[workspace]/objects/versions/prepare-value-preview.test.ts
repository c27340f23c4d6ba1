import { expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { valuePreview } from "./prepare-value-preview";

it("writes a value on one line, with every digit", () => {
  expect(valuePreview(parseJson('{"seed":9007199254740993,"t":[1.0,null,true],"s":"a\\nb","o":{}}'))).toBe(
    '{seed: 9007199254740993, t: [1.0, null, true], s: "a\\nb", o: {}}',
  );
  expect(valuePreview("two\n  lines")).toBe("two lines");
  expect(valuePreview(null)).toBe("null");
});

it("reads no more of a large value than is shown", () => {
  const read: number[] = [];
  const items = Array.from({ length: 10_000 }, (_, index) => ({
    get n() {
      read.push(index);
      return index;
    },
  }));
  expect(valuePreview(items)).toHaveLength(160);
  expect(read.length).toBeLessThan(30);
});
