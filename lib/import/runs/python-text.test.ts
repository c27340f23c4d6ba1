import { expect, it } from "vitest";
import { pythonTextValue } from "./python-text";

it.each([
  ["3", 3],
  ["-0.5", -0.5],
  ["1e-05", 0.00001],
  [" .5 ", 0.5],
  ["True", true],
  ["False", false],
  ["tensor(0.5000)", 0.5],
  ["tensor(0.5000, device='cuda:0')", 0.5],
  ["np.float64(0.25)", 0.25],
  ["np.True_", undefined],
  ["nan", null],
  ["-inf", null],
  ["tensor(nan)", null],
  ["None", null],
  ["1e999", null],
  ["3 apples", undefined],
  ["1_000", undefined],
  ["0x10", undefined],
  ["true", undefined],
  ["", undefined],
  ["[0.5]", undefined],
])("%j says %j", (text, value) => expect(pythonTextValue(text)).toBe(value));
