import { expect, test } from "vitest";
import { keyGroups } from "./key-groups";

const here = (pathname: string) =>
  keyGroups(pathname)
    .filter(({ isHere }) => isHere)
    .map(({ title }) => title);

test.each([
  ["/ws/overview", ["Overview"]],
  ["/ws/traces", ["Lists", "Call, in the peek panel and on its trace page"]],
  ["/ws/traces/c1", ["Call, in the peek panel and on its trace page", "Trace"]],
  ["/ws/compare", ["Compare"]],
  ["/ws/threads", ["Lists", "Threads"]],
  ["/ws/threads/t1", ["Thread"]],
  ["/ws/objects", ["Objects"]],
  ["/ws/tables", ["Tables"]],
  ["/ws/costs", ["Costs"]],
  ["/ws/playground", ["Playground"]],
  ["/ws/models", ["Models and training jobs"]],
  ["/ws/models/m1", []],
  ["/ws/models/m1/arena", ["Checkpoint arena"]],
  ["/ws/training/j1", ["Training job, and job comparison"]],
  ["/ws/training/compare", ["Training job, and job comparison"]],
  ["/ws/training/j1/rollouts", ["Rollouts"]],
  ["/ws/training/new", ["New job"]],
  ["/settings/keys", []],
])("at %s the keys of %j come first", (pathname, titles) => {
  expect(here(pathname)).toEqual(titles);
  expect(
    keyGroups(pathname)
      .slice(0, titles.length)
      .map(({ title }) => title),
  ).toEqual(titles);
});

test("lists every key at every address", () => {
  const titles = (pathname: string) => new Set(keyGroups(pathname).map(({ title }) => title));
  expect(titles("/ws/costs")).toEqual(titles("/"));
});
