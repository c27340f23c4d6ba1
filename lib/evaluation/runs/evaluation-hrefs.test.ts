import { expect, it } from "vitest";
import { compareHref } from "./evaluation-hrefs";

const paramsOf = (href: string) => Object.fromEntries(new URL(href, "http://x").searchParams);

it("compares runs over the rows that the page before counts, and names nothing that is the default", () => {
  expect(compareHref("ws", ["a,b", "c"])).toBe("/ws/evaluations/compare?runs=a%2Cb,c");
  expect(compareHref("ws", ["a", "c"], { rows: "held_out", slice: null, value: null })).toBe(
    "/ws/evaluations/compare?runs=a,c",
  );
  expect(paramsOf(compareHref("ws", ["a", "c"], { rows: "all", slice: "meta.kind", value: "a & b=c" }))).toEqual({
    ...{ runs: "a,c", rows: "all", slice: "meta.kind", value: "a & b=c" },
  });
});
