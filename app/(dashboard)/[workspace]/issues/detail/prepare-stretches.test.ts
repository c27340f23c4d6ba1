import { expect, it } from "vitest";
import type { IssueEvent } from "@/lib/api/contract/issues/issues";
import { parseTime } from "@/lib/format/time";
import { stateAt, stretchesOf } from "./prepare-stretches";

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T00:00:00Z`;
const event = (kind: IssueEvent["kind"], at: number): IssueEvent => ({ kind, at: day(at), user_id: null, detail: "" });

function stretches(events: readonly IssueEvent[], from = 1, to = 11) {
  const [fromMs = 0, toMs = 0] = [parseTime(day(from)) ?? 0, parseTime(day(to)) ?? 0];
  return stretchesOf({ first_at: day(2), events: [...events].reverse() }, fromMs, toMs).map(
    ({ state, from: at, width }) => [...[state, Number(at.toFixed(3)), Number(width.toFixed(3))]],
  );
}

it("lays the states of an issue along a range, and none before its first call", () => {
  expect(stretches([event("appeared", 2), event("resolved", 5), event("regressed", 8)])).toEqual([
    ["new", 0.1, 0.1],
    ["ongoing", 0.2, 0.2],
    ["resolved", 0.4, 0.3],
    ["regressed", 0.7, 0.3],
  ]);
});

it("knows the state at a place, and none before the first call", () => {
  const along = [
    { state: "new" as const, from: 0.1, width: 0.1 },
    { state: "ongoing" as const, from: 0.2, width: 0.8 },
  ];
  expect([0, 0.1, 0.15, 0.2, 1].map((place) => stateAt(along, place))).toEqual([
    null,
    "new",
    "new",
    "ongoing",
    "ongoing",
  ]);
});

it("ends being new with the first change, and shows what began before the range", () => {
  expect(stretches([event("ignored", 2), event("reopened", 6)], 4, 8)).toEqual([
    ["ignored", 0, 0.5],
    ["ongoing", 0.5, 0.5],
  ]);
  expect(stretches([], 4, 8)).toEqual([["ongoing", 0, 1]]);
});
