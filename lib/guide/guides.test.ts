import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideGroups, guideOf } from "./guides";

/** Documents for developers, and the reference of the API. */
const NOT_GUIDES = ["contract", "dependencies", "mutations", "spec-gaps", "words"];

describe("the guides in the product", () => {
  it("are all documents for users, each of which has a text", () => {
    const names = guideGroups.flatMap(({ guides }) => guides.map(({ name }) => name));
    const files = readdirSync("docs").flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -3)] : []));
    expect([...names, ...NOT_GUIDES].toSorted()).toEqual(files.toSorted());
    for (const name of names) expect(readFileSync(`docs/${name}.md`, "utf8")).toMatch(/^# \S/);
  });

  it("are found by their names only", () => {
    expect(guideOf("sign-in")?.label).toBe("Signing in and roles");
    for (const name of ["", "contract", "../package", "sign-in.md", "__proto__"]) expect(guideOf(name)).toBeUndefined();
  });
});
