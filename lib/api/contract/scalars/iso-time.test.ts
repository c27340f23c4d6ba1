import { expect, test } from "vitest";
import { readIsoTime } from "./iso-time";

const at = (text: string) => {
  const time = readIsoTime(text);
  return time && `${new Date(time.secondMs).toISOString().slice(0, 19)}.${String(time.micros).padStart(6, "0")}`;
};

test.each([
  ["2026-11-20T10:00:00.123456789Z", "2026-11-20T10:00:00.123456"],
  ["2026-11-20 10:00", "2026-11-20T10:00:00.000000"],
  ["2028-02-29T00:00:00+05:30", "2028-02-28T18:30:00.000000"],
  ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000"],
])("reads %s", (text, expected) => {
  expect(at(text)).toBe(expected);
});

test.each(["2026-02-30T00:00:00Z", "2027-02-29", "2026-13-01", "call 5", "11/20/2026 10:00", "2026", "1763719200", ""])(
  "does not guess at %s",
  (text) => {
    expect(at(text)).toBeNull();
  },
);
