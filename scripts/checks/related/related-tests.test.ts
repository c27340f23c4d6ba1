import { describe, expect, it } from "vitest";
import { relatedTests, withinTime } from "./related-tests";

const imports = [
  { from: "lib/a.test.ts", to: "lib/a.ts" },
  { from: "lib/b.ts", to: "lib/a.ts" },
  { from: "lib/b.test.ts", to: "lib/b.ts" },
  { from: "app/page.tsx", to: "lib/b.ts" },
  { from: "app/page.test.tsx", to: "app/page.tsx" },
  { from: "lib/a.ts", to: "lib/b.ts" },
  { from: "lib/other.test.ts", to: "lib/other.ts" },
];

describe("related tests", () => {
  it("are those that reach a changed file over imports, the nearest first, also around a circle", () => {
    expect(relatedTests(["lib/a.ts"], imports)).toEqual([
      { file: "lib/a.test.ts", distance: 1 },
      { file: "lib/b.test.ts", distance: 2 },
      { file: "app/page.test.tsx", distance: 3 },
    ]);
    expect(relatedTests(["lib/other.test.ts"], imports)).toEqual([{ file: "lib/other.test.ts", distance: 0 }]);
  });

  it("are chosen up to a time, changed ones always, and the others are named", () => {
    const related = relatedTests(["lib/a.ts", "lib/other.test.ts"], imports);
    const recorded = { "lib/other.test.ts": 90, "lib/a.test.ts": 5, "lib/b.test.ts": 20 };
    expect(withinTime(related, recorded, 100, 3)).toEqual({
      chosen: ["lib/other.test.ts", "lib/a.test.ts", "app/page.test.tsx"],
      left: ["lib/b.test.ts"],
    });
  });
});
