import { describe, expect, it } from "vitest";
import { importsOfOtherPages, pageFolders } from "./page-rules";

const threads = "app/(shell)/[place]/threads";
const pages = pageFolders([
  "app/(shell)/page.tsx",
  `${threads}/page.tsx`,
  `${threads}/[id]/page.tsx`,
  `${threads}/row.tsx`,
  "components/page.tsx",
]);

describe("importsOfOtherPages", () => {
  it.each([
    [`${threads}/view.tsx`, `${threads}/[id]/use-turn.ts`],
    [`${threads}/[id]/parts/view.tsx`, `${threads}/use-rows.ts`],
    [`${threads}/[id]/view.test.tsx`, `${threads}/use-rows.ts`],
    ["app/(shell)/require-user.ts", `${threads}/row.tsx`],
  ])("refuses in %s: %s", (from, to) => {
    expect(importsOfOtherPages([{ from, to }], pages)).toHaveLength(1);
  });

  it.each([
    [`${threads}/view.tsx`, `${threads}/row.tsx`],
    [`${threads}/view.tsx`, "components/thread/use-rows.ts"],
    [`${threads}/[id]/parts/view.tsx`, `${threads}/[id]/use-turn.ts`],
    [`${threads}/page.tsx`, "app/(shell)/require-user.ts"],
    ["bench/threads/rows.ts", `${threads}/row.tsx`],
  ])("allows in %s: %s", (from, to) => {
    expect(importsOfOtherPages([{ from, to }], pages)).toEqual([]);
  });
});
