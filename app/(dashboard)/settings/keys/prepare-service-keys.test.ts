import { describe, expect, it } from "vitest";
import {
  keyEnd,
  keysCount,
  lifetimeLabel,
  parseProjectList,
  projectsText,
  type ServiceKey,
  scopesText,
} from "./prepare-service-keys";

const key = (revokedAt: string | null, expiresAt: string | null = null) => ({ revokedAt, expiresAt }) as ServiceKey;

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

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");

describe("keysCount", () => {
  it("counts revoked and expired keys separately", () => {
    expect(keysCount([], NOW_MS)).toBe("0 keys");
    expect(keysCount([key(null)], NOW_MS)).toBe("1 key");
    expect(keysCount([key(null), key("2026-11-20T00:00:00Z")], NOW_MS)).toBe("2 keys, 1 revoked");
    const expired = key(null, "2026-11-20T11:59:59Z");
    expect(keysCount([expired, key("2026-11-20T00:00:00Z", "2026-11-20T11:59:59Z")], NOW_MS)).toBe(
      "2 keys, 1 revoked, 1 expired",
    );
  });
});

describe("the end of a key", () => {
  it("is its revocation, otherwise its past expiry", () => {
    expect(keyEnd(key(null), NOW_MS)).toBeNull();
    expect(keyEnd(key(null, "2026-11-20T12:00:01Z"), NOW_MS)).toBeNull();
    expect(keyEnd(key(null, "2026-11-20T12:00:00Z"), NOW_MS)).toBe("expired");
    expect(keyEnd(key("2026-11-19T00:00:00Z", "2026-11-20T12:00:00Z"), NOW_MS)).toBe("revoked");
  });
});

describe("the permissions of a key", () => {
  it("are named, or all", () => {
    expect(scopesText(null)).toBe("all");
    expect(scopesText(["read", "write", "train", "admin"])).toBe("all");
    expect(scopesText(["read", "write"])).toBe("read, write");
  });

  it("last for some days, or until the key is revoked", () => {
    expect([lifetimeLabel(7), lifetimeLabel(null)]).toEqual(["7 days", "Until revoked"]);
  });
});
