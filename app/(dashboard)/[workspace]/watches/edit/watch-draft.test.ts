import { expect, it } from "vitest";
import { watchSettings } from "@/lib/api/contract/watches/watches";
import { countingWatch, draftOf, NEW_WATCH, readWatchDraft, type WatchDraft } from "./watch-draft";

const read = (members: Partial<WatchDraft>) => readWatchDraft({ ...NEW_WATCH, ...members }, "demo/airline", "UTC");

it("reads percentages of shares, and writes them back as they were typed", () => {
  const { settings } = read({ name: "Errors", level: "7", resolveLevel: "5.5" });
  expect(settings?.condition).toEqual({ kind: "above", level: 0.07, resolve_level: 0.055 });
  expect(draftOf(watchSettings.parse(settings))).toMatchObject({ level: "7", resolveLevel: "5.5" });
});

it("keeps every member of a watch that is opened and saved", () => {
  const { settings } = read({
    ...{ name: "Slow", figure: "score", score: "score.quality", query: "op:answer", areRootsOnly: false, by: "model" },
    ...{ kind: "changed", percent: "20", against: "week", noDataWindows: "6", quietFrom: "22:00", quietTo: "07:00" },
    ...{ channelIds: ["c1"], windowSeconds: 3600 },
  });
  const stored = watchSettings.parse(settings);
  expect(watchSettings.parse(readWatchDraft(draftOf(stored), "demo/airline", "UTC").settings)).toEqual(stored);
});

it("says what is missing instead of sending a level that is not a number", () => {
  expect(read({ name: "", level: "many", quietFrom: "22:00" })).toMatchObject({
    settings: null,
    missing: ["a name", "a level", "both ends of the quiet hours"],
  });
});

it("begins with calls of a query that another page names, and fires with the first one", () => {
  const { settings } = readWatchDraft(countingWatch("Slow", "failure:x"), "demo/airline", "UTC");
  expect(settings).toMatchObject({
    ...{ name: "Slow", condition: { kind: "above", level: 0 }, for_windows: 1 },
    measure: {
      figure: "calls",
      query_text: "failure:x",
      query: { $expr: { $eq: [{ $getField: "failure" }, { $literal: "x" }] } },
    },
  });
});

it("has no groups of latency", () => {
  expect(read({ name: "Slow", figure: "latency_p90", level: "900", by: "op" }).settings?.measure.by).toBeNull();
});
