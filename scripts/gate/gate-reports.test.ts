import { expect, it } from "vitest";
import { type GateResult, gateJunit, gateMarkdown, gateText, rowsNote } from "./gate-reports";

const result: GateResult = {
  name: 'support "v2"',
  runId: "run-2",
  baselineId: "run-1",
  scores: [
    {
      ...{ model: "openai/a", id: "match", mean: 0.5, interval: { low: 0.4, high: 0.6 }, baselineMean: 0.9 },
      ...{ verdict: "fell", sentence: "A fall is shown." },
    },
    {
      ...{ model: "openai/a", id: "a|b<c>", mean: null, interval: null, baselineMean: null },
      ...{ verdict: "unclear", sentence: "Not enough rows to tell: 4 shared rows, 10 needed." },
    },
    {
      ...{ model: "openai/a", id: "held", mean: 1, interval: null, baselineMean: 1 },
      ...{ verdict: "held", sentence: "A fall is ruled out." },
    },
  ],
  notes: [],
  warnings: ["The runs have other rows."],
};

it("says which rows count where a model was trained on some of them, or on all", () => {
  const rows = { counted: 16, trained: 16, all: 32, models: ["m"] };
  const heldOut = rowsNote("step 3", { ...rows, part: "held_out" });
  expect(heldOut).toBe("step 3: 16 held-out rows of 32 count; the others were trained on.");
  expect(rowsNote("step 3", { ...rows, part: "all", counted: 32, trained: 32 })).toMatch(
    /^step 3: trained on all 32 rows: none is held out\./,
  );
  expect(rowsNote("step 3", { ...rows, part: "all", counted: 32, trained: 0 })).toBeNull();
  expect(rowsNote("step 3", { ...rows, part: "trained" })).toBe(
    "step 3: 16 trained rows of 32 count. A score may show what was learned by heart.",
  );
  expect(gateText({ ...result, notes: [heldOut ?? ""] })).toContain("\nnote: step 3: 16 held-out rows");
  expect(gateMarkdown({ ...result, notes: [heldOut ?? ""] })).toContain("\n> step 3: 16 held-out rows");
});

it("names the slice whose rows count, also where nothing was trained on", () => {
  const where = [
    { path: "split", value: "test" },
    { path: "lang", value: "de" },
  ];
  const rows = { counted: 12, trained: 0, all: 12, models: [] };
  expect(rowsNote("a", { ...rows, part: "all" }, where)).toBe(
    "a: 12 rows counted, those where split = test and lang = de.",
  );
  expect(rowsNote("a", { ...rows, part: "held_out", counted: 9, trained: 3 }, where.slice(0, 1))).toBe(
    "a: 9 held-out rows of 12 where split = test count; the others were trained on.",
  );
});

it("has a line for each score, and the outcome in one line", () => {
  const lines = gateText(result).split("\n");
  expect(lines[0]).toBe('support "v2", run run-2 against run-1');
  expect(lines[1]).toMatch(/^FELL .*match: 0\.500 \(0\.400 to 0\.600\), baseline 0\.900\. A fall is shown\.$/);
  expect(lines.at(-2)).toBe("3 scores: 1 fell, 1 not enough rows to tell, 1 held");
});

it("is a table of Markdown whose cells cannot leave it", () => {
  const text = gateMarkdown(result);
  expect(text).toContain("| FELL | openai/a | match |");
  expect(text).toContain("| a\\|b&lt;c> |");
});

it("is JUnit XML with a failure for a fall, and a skipped case where the rows do not tell", () => {
  const text = gateJunit(result);
  expect(text).toContain('<testsuite name="support &quot;v2&quot;" tests="3" failures="1" skipped="1">');
  expect(text).toContain('name="match"><failure message="A fall is shown."/></testcase>');
  expect(text).toContain('name="a|b&lt;c&gt;"><skipped message="Not enough rows to tell: 4 shared rows, 10 needed."/>');
  expect(text).toContain('name="held"></testcase>');
});
