import { describe, expect, it } from "vitest";
import { unheldGuarantees } from "./held-guarantees";

// The tag is put together: the runner would read it as this file's own.
const sources: Readonly<Record<string, string>> = {
  "app/rows.test.tsx": 'it("sorts by name and by time", () => {});\nit("is slow", { tags: ["all"] }, () => {});',
  "service/all.test.ts": `/** ${["@module-tag", "all"].join(" ")} */\nit("survives 40 kills", () => {});`,
  "e2e/b.spec.ts": 'test("opens a row", heldBy("app/rows.test.tsx", "sorts by"), async () => {});',
};

const problemsOf = (text: string) => unheldGuarantees("e2e/a.spec.ts", text, (file) => sources[file]);

describe("guarantees of browser tests", () => {
  it("may be held by a test whose title begins as named", () => {
    expect(problemsOf('test("sorts rows", heldBy("app/rows.test.tsx", "sorts by name"), async () => {});')).toEqual([]);
  });

  it("are missing when the named file or test does not exist", () => {
    expect(problemsOf('heldBy("app/gone.test.tsx", "sorts")')).toEqual([
      "e2e/a.spec.ts names app/gone.test.tsx as holder of a guarantee, which does not exist.",
    ]);
    expect(problemsOf('heldBy(\n  "app/rows.test.tsx",\n  "filters",\n)')).toEqual([
      "e2e/a.spec.ts names a test “filters”, which app/rows.test.tsx does not have.",
    ]);
  });

  it("are not held by a test that npm test leaves out, too", () => {
    const text = [
      'heldBy("service/all.test.ts", "survives 40 kills")',
      'heldBy("app/rows.test.tsx", "is slow")',
      'heldBy("e2e/b.spec.ts", "opens a row")',
    ];
    expect(text.flatMap(problemsOf)).toHaveLength(3);
  });

  it("are reported when they cannot be read", () => {
    expect(problemsOf("heldBy(file, title)")).toEqual([
      "e2e/a.spec.ts has 1 heldBy whose file or title is not a plain text.",
    ]);
  });
});
