import { expect, test } from "vitest";
import { pageAt } from "./page-list";

test.each([
  ["/ws/training", "training"],
  ["/ws/training/job-1", "training"],
  ["/ws/training/new-1", "training"],
  ["/ws/training/new", "training/new"],
  ["/ws/compare", "traces"],
  ["/settings/keys", "settings"],
])("%s belongs to one page, %s", (pathname, id) => {
  expect(pageAt(pathname)?.id).toBe(id);
});
