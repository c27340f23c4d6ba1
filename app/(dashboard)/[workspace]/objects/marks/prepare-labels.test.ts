import { describe, expect, it } from "vitest";
import { objSetAliases, objTags } from "@/lib/api/contract/objects/object-marks";
import { labelNamesOf, labelProblem } from "./prepare-labels";

describe("the labels of a version", () => {
  it("are those set by users, without latest", () => {
    expect(labelNamesOf({ tags: ["reviewed"], aliases: ["latest", "production"] })).toEqual({
      aliases: ["production"],
      tags: ["reviewed"],
    });
    expect(labelNamesOf({ tags: null, aliases: undefined })).toEqual({ aliases: [], tags: [] });
  });

  it.each(["reviewed", "under review", "v0", "latest", "", "my.tag", "two  words", "é", "a".repeat(257)])(
    "accepts the tag %j exactly when the contract does",
    (name) => {
      const isTaken = objTags.safeParse({ project_id: "e/p", tags: [name] }).success;
      expect(labelProblem("tag", name) === null).toBe(isTaken);
    },
  );

  it.each(["production", "Release 2.0", "latest", "v0", "v0.1", "", "a/b", "a:b", "a".repeat(129)])(
    "accepts the alias %j exactly when the contract does",
    (name) => {
      const isTaken = objSetAliases.safeParse({ project_id: "e/p", digest: "d", aliases: [name] }).success;
      expect(labelProblem("alias", name) === null).toBe(isTaken);
    },
  );
});
