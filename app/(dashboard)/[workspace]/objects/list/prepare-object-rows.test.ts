import { describe, expect, it } from "vitest";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { findInGroups, groupVersions, objectRows, versionRows } from "./prepare-object-rows";

function version(object_id: string, version_index: number, more: Partial<ObjectVersion> = {}): ObjectVersion {
  return {
    project_id: "demo/airline",
    object_id,
    created_at: "2026-11-20T14:30:01Z",
    digest: `${object_id}-${version_index}`,
    version_index,
    is_latest: 0,
    kind: "object",
    ...more,
  };
}

const prompts = [3, 2, 1, 0].map((index) =>
  version("prompt", index, { is_latest: index === 3 ? 1 : 0, size_bytes: 10 }),
);
const groups = groupVersions([version("tools", 1, { is_latest: 1 }), ...prompts, version("tools", 0)]);

describe("objects of the list", () => {
  it("keep the service's order, with their versions newest first", () => {
    expect(groups.map(({ key }) => key)).toEqual(["tools", "prompt"]);
    expect(groups[0]?.versions.map(({ version_index }) => version_index)).toEqual([1, 0]);
    expect(groups[1]?.latest.version_index).toBe(3);
  });

  it("keep an op and an object with the same id apart", () => {
    expect(groupVersions([version("x", 0), version("x", 0, { kind: "op" })]).map(({ key }) => key)).toEqual([
      "x",
      "op/x",
    ]);
  });

  it("add up sizes, and show none that the service did not report", () => {
    expect(groups.map(({ sizeBytes }) => sizeBytes)).toEqual([null, 40]);
  });
});

describe("searching", () => {
  it("matches part of a name, the beginning of a digest, or a version number", () => {
    expect(findInGroups(groups, "PROM").map(({ key }) => key)).toEqual(["prompt"]);
    expect(findInGroups(groups, "tools-0")[0]?.versions).toHaveLength(1);
    expect(findInGroups(groups, "v1").flatMap((group) => group.versions)).toHaveLength(2);
    expect(findInGroups(groups, "nothing")).toEqual([]);
    expect(findInGroups(groups, " ")).toBe(groups);
  });
});

describe("rows of the list", () => {
  const many = groupVersions(Array.from({ length: 14 }, (_, index) => version("many", index)));

  it("show the newest versions of an open object, and the number of older ones", () => {
    const rows = objectRows(
      many,
      () => true,
      () => false,
    );
    expect(rows.map(({ type }) => type)).toEqual(["object", ...Array(5).fill("version"), "more"]);
    expect(rows.at(-1)).toMatchObject({ count: 9 });
  });

  it("show all versions when requested, and none of a closed object", () => {
    expect(
      objectRows(
        many,
        () => true,
        () => true,
      ),
    ).toHaveLength(15);
    expect(
      objectRows(
        many,
        () => false,
        () => true,
      ),
    ).toHaveLength(1);
  });

  it("by version keep the service's order and omit what does not match", () => {
    const order = [prompts[1], prompts[0]].filter((one) => one !== undefined);
    expect(versionRows(order, groups).map(({ key }) => key)).toEqual(["prompt:prompt-2", "prompt:prompt-3"]);
    expect(versionRows(order, findInGroups(groups, "prompt-2"))).toHaveLength(1);
  });
});
