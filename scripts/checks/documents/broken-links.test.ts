import { expect, it } from "vitest";
import { brokenLinks } from "./broken-links";

const problemsOf = (text: string) =>
  brokenLinks(
    new Map([
      ["docs/use/a.md", text],
      ["docs/use/b.md", "# Rows, stream\n\n### `call-end`\n"],
    ]),
  );

it("finds no fault in links to files, headings, other hosts and pages, or in code", () => {
  const text = [
    "# Here",
    "[b](b.md) [rows](b.md#rows-stream) [gap](b.md#call-end) [here](#here) [read me](../../README.md) [rooms](..)",
    "[host](https://example.org/x.md) [page](/settings/docs/mcp) `[code](gone.md)`",
    "```\n[code](gone.md)\n```",
  ];
  expect(problemsOf(text.join("\n\n"))).toEqual([]);
});

it("names links to files and headings that do not exist", () => {
  expect(problemsOf("[`a`](gone.md) [b](b.md#columns) ![picture](../pictures/gone.png) [c](#gone)")).toEqual([
    "docs/use/a.md links to docs/use/gone.md, which does not exist.",
    "docs/use/a.md links to docs/use/b.md#columns, a heading that does not exist.",
    "docs/use/a.md links to docs/pictures/gone.png, which does not exist.",
    "docs/use/a.md links to docs/use/a.md#gone, a heading that does not exist.",
  ]);
});
