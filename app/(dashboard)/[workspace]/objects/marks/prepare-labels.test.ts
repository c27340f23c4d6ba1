import { describe, expect, it } from "vitest";
import { objSetAliases, objTags } from "@/lib/api/contract/objects/object-marks";
import { labelNamesOf, labelProblem } from "./prepare-labels";

describe("the names of a version", () => {
  it("are those that people gave it, without latest", () => {
    expect(labelNamesOf({ tags: ["reviewed"], aliases: ["latest", "production"] })).toEqual({
      aliases: ["production"],
      tags: ["reviewed"],
    });
    expect(labelNamesOf({ tags: null, aliases: undefined })).toEqual({ aliases: [], tags: [] });
  });

  it.each(["reviewed", "under review", "v0", "latest", "", "my.tag", "two  words", "é", "a".repeat(257)])(
    "takes the tag %j exactly where the contract does",
    (name) => {
      const isTaken = objTags.safeParse({ project_id: "e/p", tags: [name] }).success;
      expect(labelProblem("tag", name) === null).toBe(isTaken);
    },
  );

  it.each(["production", "Release 2.0", "latest", "v0", "v0.1", "", "a/b", "a:b", "a".repeat(129)])(
    "takes the alias %j exactly where the contract does",
    (name) => {
      const isTaken = objSetAliases.safeParse({ project_id: "e/p", digest: "d", aliases: [name] }).success;
      expect(labelProblem("alias", name) === null).toBe(isTaken);
    },
  );
});
