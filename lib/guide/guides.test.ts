import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideGroups, guideOf } from "./guides";

/** Documents that are no guides: for developers, decisions, and the reference of the API. */
const NOT_GUIDES = /^(?:adr|develop|log\/contract)\//;

describe("the guides in the product", () => {
  it("are all documents for users, each of which has a text", () => {
    const paths = guideGroups.flatMap(({ guides }) => guides.map(({ path }) => path));
    const files = readdirSync("docs", { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".md") && !NOT_GUIDES.test(file));
    expect(paths.toSorted()).toEqual(files.toSorted());
    for (const path of paths) expect(readFileSync(`docs/${path}`, "utf8")).toMatch(/^# \S/);
  });

  it("have one name each, by which alone they are found", () => {
    const names = guideGroups.flatMap(({ guides }) => guides.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(guideOf("sign-in")).toEqual({
      name: "sign-in",
      label: "Signing in and roles",
      path: "operate/sign-in.md",
    });
    for (const name of ["", "contract", "../package", "sign-in.md", "operate/sign-in", "__proto__"]) {
      expect(guideOf(name)).toBeUndefined();
    }
  });
});
