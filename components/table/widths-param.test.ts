import { expect, it } from "vitest";
import { parseAsWidths } from "./widths-param";

it("restores widths from the address, whatever the column names", () => {
  const widths = { op: 240, "inputs.a:b,c%": 90 };
  expect(parseAsWidths.parse(parseAsWidths.serialize(widths))).toEqual(widths);
});

it.each(["", "op", "op:", ":90", "op:wide"])("reads no widths from %j", (text) => {
  expect(parseAsWidths.parse(text)).toBeNull();
});
