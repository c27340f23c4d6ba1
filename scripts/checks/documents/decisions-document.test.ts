import { expect, it } from "vitest";
import { decisionsDocument, unreadableDecisions } from "./decisions-document";

const TEXTS = new Map([
  [
    "0004-rows.md",
    "# 4. Rows\n\nStatus: accepted, November 2026. Replaces what\n[1](0001-parts.md) says, and adds to 0003.\n\nText.\n",
  ],
  ["0001-parts.md", "# 1. Parts\n\nStatus: superseded by 0004.\n\n## Question\n"],
  ["0003-jobs.md", "# 3. Jobs\n\nStatus: accepted, November 2026. Completes `docs/adr/0001-parts.md`.\n\nText.\n"],
]);

it("lists decisions by number, with their status, the later ones about them, and numbers without one", () => {
  const [table = "", rest] = decisionsDocument(TEXTS).split("\n## ");
  expect(table.split("\n").filter((line) => /^\| \d/.test(line))).toEqual([
    "| 1 | [Parts](0001-parts.md) | superseded by [4](0004-rows.md). | [3](0003-jobs.md), [4](0004-rows.md) |",
    "| 3 | [Jobs](0003-jobs.md) | accepted, November 2026. Completes `docs/adr/0001-parts.md`. | [4](0004-rows.md) |",
    "| 4 | [Rows](0004-rows.md) | accepted, November 2026. Replaces what [1](0001-parts.md) says, and adds to [3](0003-jobs.md). |  |",
  ]);
  expect(rest).toMatch(/^Numbers without a decision\n\n2\. /);
});

it("names files without a status, and with another number than the file's", () => {
  const faulty = new Map([
    ["0005-a.md", "# 5. A\n\nText.\n"],
    ["0006-b.md", "# 7. B\n\nStatus: accepted.\n"],
  ]);
  expect(unreadableDecisions(faulty)).toEqual(["0005-a.md", "0006-b.md"]);
  expect(unreadableDecisions(TEXTS)).toEqual([]);
});
