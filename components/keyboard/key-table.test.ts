import { expect, test } from "vitest";
import { detailTabs } from "@/lib/calls/detail-tabs";
import { clients } from "@/lib/start/first-program";
import { keyGroups, keyTable } from "./key-table";

const here = (pathname: string) =>
  keyGroups(pathname)
    .filter(({ isHere }) => isHere)
    .map(({ title }) => title);

test.each([
  ["/ws/overview", ["Overview"]],
  ["/ws/traces", ["Lists", "Call details"]],
  ["/ws/traces/c1", ["Call details", "Trace"]],
  ["/ws/compare", ["Compare"]],
  ["/ws/threads", ["Lists", "Threads"]],
  ["/ws/threads/t1", ["Thread"]],
  ["/ws/objects", ["Objects", "Differences between two values"]],
  ["/ws/tables", ["Tables"]],
  ["/ws/evaluations", ["Evaluations"]],
  ["/ws/evaluations/r1", ["Evaluation and comparison"]],
  ["/ws/evaluations/compare", ["Evaluation and comparison"]],
  ["/ws/evaluations/new", ["New evaluation"]],
  ["/ws/costs", ["Costs"]],
  ["/ws/playground", ["Playground", "Differences between two values"]],
  ["/ws/models", ["Models, runs and training jobs"]],
  ["/ws/models/m1", []],
  ["/ws/runs", ["Models, runs and training jobs", "Comparison of runs or training jobs"]],
  ["/ws/runs/new", ["New run"]],
  ["/ws/runs/log%3A1", ["Charts of runs and training jobs"]],
  ["/ws/runs/compare", ["Charts of runs and training jobs", "Compared runs"]],
  ["/ws/models/m1/arena", ["Checkpoint arena"]],
  ["/ws/training/j1", ["Charts of runs and training jobs", "Training job"]],
  ["/ws/training/compare", ["Charts of runs and training jobs"]],
  ["/ws/training/j1/rollouts", ["Rollouts"]],
  ["/ws/training/new", ["New job"]],
  ["/settings/keys", []],
])("at %s the keys of %j stand first", (pathname, titles) => {
  expect(here(pathname)).toEqual(titles);
  expect(
    keyGroups(pathname)
      .slice(0, titles.length)
      .map(({ title }) => title),
  ).toEqual(titles);
});

test("no address hides a key", () => {
  const titles = (pathname: string) => new Set(keyGroups(pathname).map(({ title }) => title));
  expect(titles("/ws/costs")).toEqual(titles("/"));
});

test("labels are unique within a group and begin with a capital letter", () => {
  for (const { title, rows } of Object.values(keyTable)) {
    const labels = rows.map(({ label }) => label);
    expect(new Set(labels).size, title).toBe(labels.length);
    expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
  }
});

test("ranges of digits are as long as the lists that they choose from", () => {
  expect(keyTable.call.rows[0].keys).toEqual([`1-${detailTabs.length}`]);
  expect(keyTable.firstCall.rows[0].keys).toEqual([`1-${clients.length}`]);
});
