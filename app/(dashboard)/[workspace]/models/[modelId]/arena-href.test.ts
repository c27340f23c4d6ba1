import { expect, test } from "vitest";
import { arenaHref } from "./arena-href";

const checkpoints = [{ step: 0 }, { step: 1 }, { step: 2 }];

test("shows the selected checkpoints next to the base", () => {
  expect(arenaHref("ws", "m/1", checkpoints, new Set([2]))).toBe("/ws/models/m%2F1/arena?column=0&column=2");
  expect(arenaHref("ws", "m", checkpoints.slice(1), new Set([2]))).toBe("/ws/models/m/arena?column=2");
});

test("without a selection the arena chooses", () => {
  expect(arenaHref("ws", "m", checkpoints, new Set())).toBe("/ws/models/m/arena");
});
