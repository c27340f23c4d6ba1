import { expect, test } from "vitest";
import { pageAt } from "./page-list";

test.each([
  ["/ws/training", "training"],
  ["/ws/training/job-1", "training"],
  ["/ws/training/new-1", "training"],
  ["/ws/training/new", "training/new"],
  ["/ws/runs/run-1", "runs"],
  ["/ws/runs/new", "runs/new"],
  ["/ws/compare", "traces"],
  ["/ws/import", "traces"],
  ["/settings/keys", "settings"],
])("%s belongs to one page, %s", (pathname, id) => {
  expect(pageAt(pathname)?.id).toBe(id);
});

test.each([
  ["/ws/traces", null],
  ["/ws/compare", "Compare"],
  ["/ws/import", "Import"],
  ["/ws/training/compare", "Compare"],
  ["/ws/runs/new", null],
  ["/ws/runs/compare", "Compare"],
  ["/ws/runs/run-1", null],
  ["/ws/training/job-1", null],
  ["/ws/training/job-1/rollouts", "Rollouts"],
  ["/ws/models/constructor/toString", null],
])("%s is the part %s of its page", (pathname, part) => {
  expect(pageAt(pathname)?.partAt(pathname) ?? null).toBe(part);
});
