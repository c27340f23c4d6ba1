import { expect, test } from "vitest";
import { weightVersions } from "./weight-versions";

test("the versions of the weights are the first and the last of the tokens that have one", () => {
  expect(weightVersions([{ weight_version: 4 }, { logprob: -1 }, { weight_version: 3 }])).toEqual({
    first: 3,
    last: 4,
  });
  expect(weightVersions([{ weight_version: 0 }])).toEqual({ first: 0, last: 0 });
  expect(weightVersions([{ weight_version: null }, { weight_version: "3" }, null])).toBeNull();
});
