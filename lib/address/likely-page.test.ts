import { expect, it } from "vitest";
import { likelyPage } from "./likely-page";
import { pages } from "./page-list";

it.each([
  ["prompts", "objects"],
  ["jobs", "training"],
  ["training_runs", "runs"],
  ["evaluation", "evaluations"],
  ["Trace", "traces"],
  ["leaderbord", "leaderboard"],
  ["monitor", "evaluations/scoring"],
])("finds the page that /%s means", (segment, path) => {
  expect(likelyPage(segment)?.path).toBe(path);
});

it("suggests nothing for a name that is like none", () => {
  for (const segment of ["", "airline-agent", "x", "my-project"]) expect(likelyPage(segment)).toBeNull();
});

it("only suggests pages that exist, in the words of the navigation", () => {
  const labels = new Map(pages.map(({ id, label }) => [id as string, label]));
  for (const { id, label } of pages.filter((page) => page.id !== "settings")) {
    expect(likelyPage(id)).toEqual({ label, path: id });
  }
  for (const other of ["prompts", "ops", "alerts", "spend", "checkpoints", "home", "queues", "sessions", "datasets"]) {
    const page = likelyPage(other);
    expect([other, page?.label]).toEqual([other, labels.get(page?.path.split("?")[0] ?? "")]);
  }
});
