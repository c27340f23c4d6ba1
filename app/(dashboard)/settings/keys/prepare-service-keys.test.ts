import { describe, expect, it } from "vitest";
import { keysCount, parseProjectList, projectsText, type ServiceKey } from "./prepare-service-keys";

const key = (revokedAt: string | null) => ({ revokedAt }) as ServiceKey;

describe("typedProjects", () => {
  it.each([
    ["", null],
    ["  \n ", null],
    ["demo/a", ["demo/a"]],
    ["demo/a, demo/b\ndemo/a", ["demo/a", "demo/b"]],
  ])("reads %j", (text, projects) => expect(parseProjectList(text)).toEqual(projects));
});

describe("projectsText", () => {
  it('returns "all" for a key without limits', () => expect(projectsText(null)).toBe("all"));
  it("names one project and counts the others", () => {
    expect(projectsText(["demo/a"])).toBe("demo/a");
    expect(projectsText(["demo/a", "demo/b", "demo/c"])).toBe("demo/a and 2 more");
  });
});

describe("keysCount", () => {
  it("counts revoked keys separately", () => {
    expect(keysCount([])).toBe("0 keys");
    expect(keysCount([key(null)])).toBe("1 key");
    expect(keysCount([key(null), key("2026-11-20T00:00:00Z")])).toBe("2 keys, 1 revoked");
  });
});
