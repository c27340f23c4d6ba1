import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";

const document = readFileSync(new URL("../../docs/develop/spec-gaps.md", import.meta.url), "utf8");
const decided = [...document.matchAll(/^### `([a-z-]+)`$/gm)].map((match) => match[1]);

describe("docs/develop/spec-gaps.md", () => {
  it("decides each gap once", () => {
    expect(new Set(decided).size).toBe(decided.length);
  });

  it.each(allOperations.map(({ id, gaps }) => [id, gaps] as const))(
    "explains every gap that %s refers to",
    (_id, gaps) => {
      expect(decided).toEqual(expect.arrayContaining([...gaps]));
    },
  );
});
