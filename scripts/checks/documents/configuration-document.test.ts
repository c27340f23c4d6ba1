import { expect, it } from "vitest";
import { environmentColumns, variableNames } from "@/lib/environment/variables";
import { configurationDocument } from "./configuration-document";

it("has a row for each variable that users may set, and none for internal ones", () => {
  const listed = [...configurationDocument().matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(variableNames.filter((name) => !environmentColumns[name].isInternal));
});

it("has rows under each subject", () => {
  const sections = configurationDocument().split("\n## ").slice(1);
  const tables = sections.filter((section) => section.includes("| --- |"));
  expect(tables.length).toBe(8);
  for (const section of tables) expect(section).toMatch(/^\| `\w+` \|/m);
});
