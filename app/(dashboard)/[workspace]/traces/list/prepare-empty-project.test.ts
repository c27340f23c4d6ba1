import { describe, expect, it } from "vitest";
import { readTimeRange } from "@/lib/filter/time-range";
import { type Emptiness, isEmptyProject } from "./prepare-empty-project";

const day = readTimeRange({ t: "24h", from: null, to: null });
const allTime = readTimeRange({ t: "all", from: null, to: null });
const complete = { rowCount: 0, badLines: [], end: { kind: "complete" } } as const;

function listing(changes: Partial<Emptiness["list"]> = {}, count: number | null = 0): Emptiness {
  const list = { failure: null, isPending: false, isStale: false, calls: [], last: complete, ...changes };
  return { list, counts: { allTime: count } };
}

describe("an empty project", () => {
  it("has no calls stored at any time", () => {
    expect(isEmptyProject(listing(), "", day, "production")).toBe(true);
    expect(isEmptyProject(listing({}, null), "", allTime, "all")).toBe(true);
  });

  it.each([
    ["calls of another time", listing({}, 3)],
    ["an answer that is not known yet", listing({}, null)],
    ["a list that is on its way", listing({ isPending: true })],
    ["rows", listing({ calls: [{}] })],
    ["rows that could not be read", listing({ last: { ...complete, badLines: [{ line: 1, reason: "no JSON" }] } })],
    ["an answer that broke off", listing({ last: { ...complete, end: { kind: "cut-short", reason: "" } } })],
    ["a failure", listing({ failure: { kind: "upstream", message: "", requestId: "", operation: null } })],
  ])("is not one with %s", (_name, it) => {
    expect(isEmptyProject(it, "", day, "all")).toBe(false);
  });

  it("is not one in which a filter matches nothing", () => {
    expect(isEmptyProject(listing(), "status:error", day, "all")).toBe(false);
  });

  it("is not one whose calls come from other sources, at any time", () => {
    expect(isEmptyProject(listing({}, 312), "", allTime, "production")).toBe(false);
    expect(isEmptyProject(listing({}, null), "", allTime, "production")).toBe(false);
    expect(isEmptyProject(listing({}, 0), "", allTime, "production")).toBe(true);
  });
});
