import { describe, expect, it } from "vitest";
import { PROJECTS_HEADER, readProjectsHeader, writeProjectsHeader } from "@/lib/api/contract/operation/projects-header";
import { authenticate } from "./authenticate";
import type { Identity, KeyVerifier } from "./identity";

const TOKEN = "the-token-of-this-start";

const keysOf = (identity: Identity): KeyVerifier => ({
  verify: async (key) => (key === "known" ? identity : null),
});

async function projectsOf(key: string, header: string | undefined, projects: readonly string[] | null = null) {
  const headers = new Headers({ authorization: `Bearer ${key}` });
  if (header !== undefined) headers.set(PROJECTS_HEADER, header);
  const keys = keysOf({ userId: "ada", name: "ada", projects });
  return (await authenticate(headers, { keys, localToken: TOKEN })).projects;
}

describe("a request that names the projects it is limited to", () => {
  it("is limited to them, from the dashboard and with a key of all projects", async () => {
    const header = writeProjectsHeader(["team/air line", "team/日本"]);
    expect(await projectsOf(TOKEN, header)).toEqual(["team/air line", "team/日本"]);
    expect(await projectsOf("known", header)).toEqual(["team/air line", "team/日本"]);
  });

  it("never reaches more than its key", async () => {
    expect(await projectsOf("known", writeProjectsHeader(["a/b", "c/d"]), ["a/b", "e/f"])).toEqual(["a/b"]);
    expect(await projectsOf("known", undefined, ["a/b"])).toEqual(["a/b"]);
  });

  it.each(["", ",", "%", "%E0%A4%A"])("reaches nothing with the value %j", async (value) => {
    expect(await projectsOf(TOKEN, value)).toEqual([]);
  });

  it("is not limited without the header", async () => {
    expect(await projectsOf(TOKEN, undefined)).toBeNull();
  });
});

describe("the header of a limit", () => {
  it("keeps every name, and is not written for more projects than servers accept", () => {
    const names = ["a,b/c", "a/b%2C", "ü/ß"];
    expect(readProjectsHeader(writeProjectsHeader(names) ?? "")).toEqual(names);
    const many = Array.from({ length: 2_000 }, (_, index) => `team/project-${index}`);
    expect(writeProjectsHeader(many)).toBeUndefined();
  });
});
