import { expect, it } from "vitest";
import { threadSpan } from "./prepare-thread-span";

const at = (time: string) => Date.parse(time);

it("shows both ends of a thread as times today, and with the date otherwise", () => {
  const now = at("2026-11-20T15:00:00Z");
  const span = (from: string, to: string) => threadSpan(at(from), at(to), now);
  expect(span("2026-11-20T14:21:04Z", "2026-11-20T14:31:47Z")).toBe("14:21:04 to 14:31:47, 10 m 43 s");
  expect(span("2026-11-19T14:21:04Z", "2026-11-19T14:31:47Z")).toBe("19 Nov 14:21, 10 m 43 s");
  expect(threadSpan(null, null, now)).toBeNull();
});
