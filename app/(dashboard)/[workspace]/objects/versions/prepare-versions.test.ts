import { describe, expect, it } from "vitest";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { adjacentVersion, comparedVersions, findVersion, versionLabel, versionTimeline } from "./prepare-versions";

function version(version_index: number, is_latest = 0): ObjectVersion {
  return {
    project_id: "demo/airline",
    object_id: "prompt",
    created_at: "2026-11-20T14:30:01Z",
    digest: `digest-of-version-${version_index}`,
    version_index,
    is_latest,
    kind: "object",
  };
}

const digest = (index: number) => `digest-of-version-${index}`;

/** v0 and v3 were deleted, and so were v5 to v8. */
const versions = [version(9, 1), version(4), version(2), version(1)];

const short = (entries: ReturnType<typeof versionTimeline>) =>
  entries.map((entry) => (entry.type === "version" ? `v${entry.version.version_index}` : `x${entry.from}-${entry.to}`));

describe("the timeline of versions", () => {
  it("shows gaps between numbers as deleted versions", () => {
    expect(short(versionTimeline(versions, true))).toEqual(["v9", "x5-8", "v4", "x3-3", "v2", "v1", "x0-0"]);
  });

  it("shows no gaps while versions are still loading", () => {
    expect(short(versionTimeline(versions, false))).toEqual(["v9", "v4", "v2", "v1"]);
  });
});

describe("a version", () => {
  it("is found by digest, number and as the latest", () => {
    expect(findVersion(versions, digest(4))?.version_index).toBe(4);
    expect(findVersion(versions, "v2")?.version_index).toBe(2);
    expect(findVersion(versions, "latest")?.version_index).toBe(9);
    expect(findVersion(versions, "v3")).toBeUndefined();
  });

  it("has adjacent existing versions, across gaps", () => {
    expect(adjacentVersion(versions, version(4), -1)?.version_index).toBe(2);
    expect(adjacentVersion(versions, version(4), 1)?.version_index).toBe(9);
    expect(adjacentVersion(versions, version(9), 1)).toBeUndefined();
  });

  it("is labeled by its number, or by its digest when no loaded version has it", () => {
    expect(versionLabel(versions, digest(4))).toBe("v4");
    expect(versionLabel(versions, "v3")).toBe("v3");
    expect(versionLabel(versions, "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA")).toBe("XdhgKMbg");
  });
});

describe("the sides of a comparison", () => {
  const none = { version: null, a: null, b: null };

  it("are the latest and the previous version", () => {
    expect(comparedVersions(versions, none)).toEqual({ a: digest(4), b: digest(9) });
  });

  it("follow the selected version", () => {
    expect(comparedVersions(versions, { ...none, version: "v2" })).toEqual({ a: digest(1), b: digest(2) });
  });

  it("of the first version are that version and the next", () => {
    expect(comparedVersions(versions, { ...none, version: "v1" })).toEqual({ a: digest(1), b: digest(2) });
  });

  it("stay where they were set, in any order, even for a version that is not in the list", () => {
    expect(comparedVersions(versions, { version: "v2", a: "v9", b: "v1" })).toEqual({ a: digest(9), b: digest(1) });
    expect(comparedVersions(versions, { version: "v2", a: "v3", b: null })).toEqual({ a: "v3", b: digest(2) });
  });

  it("have one side only when there is only one version", () => {
    expect(comparedVersions([version(0, 1)], none)).toEqual({ a: null, b: digest(0) });
  });
});
