import { expect, test } from "vitest";
import { pageAt } from "./page-list";
import { type Opened, trail } from "./trail";

function shown(pathname: string, opened: Opened | null = null) {
  const page = pageAt(pathname);
  if (!page) throw new Error(`no page at ${pathname}`);
  return trail(page, pathname, "ws", opened).map(({ label, href }) => [label, href]);
}

test("a page without an open item has no trail", () => {
  expect(shown("/ws/models")).toEqual([["Models", null]]);
});

test("an open item follows its page, by its name or by its id", () => {
  expect(shown("/ws/models/m-1", { segment: "m-1", name: "agent" })).toEqual([
    ["Models", "/ws/models"],
    ["agent", null],
  ]);
  expect(shown("/ws/training/job%2F1", { segment: "job%2F1", name: null })).toEqual([
    ["Training jobs", "/ws/training"],
    ["job/1", null],
  ]);
});

test("a part of an open item leads back to it, as it was spelled in the address", () => {
  expect(shown("/ws/models/m%2F1/arena", { segment: "m%2F1", name: null })).toEqual([
    ["Models", "/ws/models"],
    ["m/1", "/ws/models/m%2F1"],
    ["Arena", null],
  ]);
});

test("a part of a page follows it", () => {
  expect(shown("/ws/compare")).toEqual([
    ["Traces", "/ws/traces"],
    ["Compare", null],
  ]);
  expect(shown("/settings/keys")).toEqual([
    ["Settings", "/settings/connections"],
    ["API keys", null],
  ]);
});
