import { expect, it } from "vitest";
import { REDACTION_PLACES } from "@/lib/api/contract/admin/redaction";
import { NEW_RULE, previewText, ruleErrors, rulesWith, ruleText } from "./prepare-redaction";

it("says what a rule does", () => {
  expect(ruleText({ ...NEW_RULE, places: ["inputs", "exception"] })).toBe("Removes the value in inputs, error");
  expect(ruleText({ ...NEW_RULE, kind: "expression", action: "hash", places: [...REDACTION_PLACES] })).toBe(
    "Hashes matches everywhere",
  );
});

it("changes a rule where it is, and adds one at the end", () => {
  const [one, two] = [
    { ...NEW_RULE, name: "one" },
    { ...NEW_RULE, name: "two" },
  ];
  const renamed = { ...one, name: "first" };
  expect(rulesWith([one, two], "one", renamed)).toEqual([renamed, two]);
  expect(rulesWith([two], null, one)).toEqual([two, one]);
  expect(rulesWith([two], "one", renamed)).toEqual([two, renamed]);
});

it("says how much a preview found", () => {
  const found = { read: 50, changed: 2, matches: 3, skipped: 0, calls: [] };
  expect(previewText(found)).toBe("3 matches in 2 of the newest 50 calls.");
  expect(previewText({ ...found, read: 1, changed: 1, matches: 1 })).toBe("1 match in the newest call.");
  expect(previewText({ ...found, matches: 0, changed: 0, skipped: 1 })).toBe(
    "No matches in the newest 50 calls. 1 payload over 1 MB not read.",
  );
  expect(previewText({ ...found, read: 0, matches: 0, changed: 0 })).toBe("No calls are stored yet.");
});

it("finds the member of the rule that a message is about", () => {
  const failure = { kind: "validation", message: "Refused", requestId: "r", operation: "x" } as const;
  const detail = [
    { loc: ["body", "rules", "3", "pattern"], msg: "Position 1", type: "t" },
    { loc: ["body", "rules"], msg: "At most 50 rules", type: "t" },
  ];
  expect(ruleErrors({ ...failure, detail })).toEqual({
    fields: { pattern: "Position 1" },
    others: ["At most 50 rules"],
  });
  expect(ruleErrors(failure)).toEqual({ fields: {}, others: ["Refused"] });
});
