import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideGroups, guideOf } from "./guides";

/** Documents that are no guides: for developers, decisions, and the reference of the API. */
const NOT_GUIDES = /^README\.md$|^(?:adr|develop|log\/contract)\//;

describe("the guides in the product", () => {
  it("are all documents for users, each of which has a text", () => {
    const paths = guideGroups.flatMap(({ guides }) => guides.map(({ path }) => path));
    const files = readdirSync("docs", { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".md") && !NOT_GUIDES.test(file));
    expect(paths.toSorted()).toEqual(files.toSorted());
    for (const path of paths) expect(readFileSync(`docs/${path}`, "utf8")).toMatch(/^# \S/);
  });

  it("are listed by their reader in docs/README.md, in the same order", () => {
    const sections = readFileSync("docs/README.md", "utf8")
      .split("\n## ")
      .slice(1, 1 + guideGroups.length);
    const listed = sections.map((section) => ({
      label: section.split("\n")[0],
      paths: [...section.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].flatMap(([, path]) => path ?? []),
    }));
    const expected = guideGroups.map(({ label, guides }) => ({ label, paths: guides.map(({ path }) => path) }));
    const withoutContract = listed.map(({ label, paths }) => ({
      label,
      paths: paths.filter((path) => path !== "log/contract/README.md"),
    }));
    expect(withoutContract).toEqual(expected);
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
