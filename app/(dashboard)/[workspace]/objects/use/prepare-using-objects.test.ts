import { expect, it } from "vitest";
import type { UsingVersion } from "@/lib/api/contract/objects/object-marks";
import { usingObjects } from "./prepare-using-objects";

const use = (object_id: string, version_index: number, kind = "object"): UsingVersion => ({
  kind,
  object_id,
  version_index,
  digest: `${object_id} ${version_index}`,
  is_latest: 0,
  created_at: "2026-11-20T00:00:00Z",
  leaf_object_class: "Agent",
  refs: [],
});

it("groups the versions by object, newest first, and counts those that are not listed", () => {
  const many = Array.from({ length: 9 }, (_, index) => use("agent", 9 - index));
  const objects = usingObjects([use("eval", 4), ...many]);
  expect(objects.map(({ key, rest }) => [key, rest])).toEqual([
    ["eval", 0],
    ["agent", 3],
  ]);
  expect(objects[1]?.versions.map(({ version_index }) => version_index)).toEqual([9, 8, 7, 6, 5, 4]);
});

it("keeps an op and an object with the same name apart", () => {
  const objects = usingObjects([use("same", 1, "op"), use("same", 1)]);
  expect(objects.map(({ key, className }) => [key, className])).toEqual([
    ["op/same", "Op"],
    ["same", "Agent"],
  ]);
});

it("returns the rows of the newest version, and none when the service does not search rows", () => {
  const objects = usingObjects([
    { ...use("cases", 2), row_count: 12 },
    { ...use("cases", 1), row_count: 7 },
    use("agent", 1),
  ]);
  expect(objects.map(({ key, rowCount }) => [key, rowCount])).toEqual([
    ["cases", 12],
    ["agent", 0],
  ]);
});
