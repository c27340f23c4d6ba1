import { expect, it } from "vitest";
import { readPythonJson } from "./parse-python-json";

it("reads NaN and infinite numbers as null, and counts them", () => {
  expect(readPythonJson('{"a":NaN,"b":[-Infinity,Infinity,1.5]}')).toEqual({
    value: { a: null, b: [null, null, 1.5] },
    nonFiniteCount: 3,
  });
});

it("changes no text, however it is escaped", () => {
  const texts = ["NaN", '"NaN', "\\", '\\" NaN', "-Infinity\\\\"];
  const { value } = readPythonJson(`{"texts":${JSON.stringify(texts)},"last":NaN}`);
  expect(value).toEqual({ texts, last: null });
});

it("reads long texts with many escapes", () => {
  const text = 'line \\ "quoted"\n'.repeat(500_000);
  expect(readPythonJson(`{"text":${JSON.stringify(text)},"loss":NaN}`).value).toEqual({ text, loss: null });
});

it.each(["{", '{"a":nan}', '{"a":NaN', '{"NaN', 'NaN"'])("refuses %s", (text) => {
  expect(() => readPythonJson(text)).toThrow(SyntaxError);
});
