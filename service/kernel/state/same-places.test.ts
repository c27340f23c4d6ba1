import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LEASE_MS, Leases } from "./leases";
import { joinServices, placesOf } from "./same-places";
import { openTemporaryState, type TemporaryState } from "./testing/temporary-state";

const log = pino({ level: "silent" });

let place: TemporaryState;
let other: string;
let opened: Leases[];

beforeEach(async () => {
  place = await openTemporaryState();
  other = mkdtempSync(join(tmpdir(), "heddle-places-"));
  opened = [];
});

afterEach(async () => {
  for (const leases of opened) await leases.close();
  await place.remove();
  rmSync(other, { recursive: true, force: true });
});

async function joinWith(variables: Parameters<typeof placesOf>[0]) {
  const leases = await Leases.open(place.state, { log, durationMs: LEASE_MS });
  opened.push(leases);
  return await joinServices(place.state, leases, placesOf(variables));
}

it("names a folder and a server, and no password", () => {
  const here = placesOf({ dataFolder: other });
  expect(here).toEqual(placesOf({ dataFolder: other }));
  expect(here.blobs).toBe(here.traces);
  expect(here).not.toEqual(placesOf({ dataFolder: place.folder }));
  const server = { CLICKHOUSE_URL: "http://u:canary@ch:8123/heddle", HEDDLE_BLOBS: "s3://b/p" };
  expect(placesOf({ dataFolder: other, ...server })).toEqual({
    traces: "the ClickHouse server ch:8123/heddle",
    blobs: "s3://b/p",
  });
});

it("services with the same traces and files share a state; others are rejected while one of them runs", async () => {
  // A SQLite file has one service at a time.
  if (place.url === undefined) return;
  const server = { CLICKHOUSE_URL: "http://ch:8123/heddle", HEDDLE_BLOBS: "s3://b/p" };
  const first = await joinWith({ dataFolder: place.folder, ...server });
  const second = await joinWith({ dataFolder: other, ...server });
  await expect(joinWith({ dataFolder: other, ...server, HEDDLE_BLOBS: undefined })).rejects.toThrow(
    /its blobs in s3:\/\/b\/p, and this one in the data folder/,
  );
  await expect(joinWith({ dataFolder: other })).rejects.toThrow("HEDDLE_SERVICE_STATE=folder");
  await first.release();
  await second.release();
  await joinWith({ dataFolder: other });
});
