import { describe, expect, it } from "vitest";
import type { Connection } from "@/lib/workspace/connection";
import {
  connectionDraftOf,
  createRequest,
  draftProblem,
  isChanged,
  isOriginChanged,
  updateRequest,
} from "./prepare-connection-form";

const stored: Connection = {
  id: "c1",
  name: "prod",
  baseUrl: "https://traces.example",
  dialect: "svc",
  isBuiltIn: false,
  basic: { username: "svc", isPasswordSet: true },
  bearer: { isTokenSet: true },
  workspaceCount: 1,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:01.000Z",
  lastTest: null,
};

describe("connection form", () => {
  it("starts unchanged and keeps stored secrets by omitting them", () => {
    const draft = connectionDraftOf(stored);
    expect(isChanged(stored, draft)).toBe(false);
    expect(updateRequest(stored, draft)).toEqual({
      id: "c1",
      updatedAt: stored.updatedAt,
      name: "prod",
      baseUrl: "https://traces.example",
      dialect: "svc",
      basic: { username: "svc" },
      bearer: {},
    });
  });

  it("sends a replaced secret and removes a cleared one", () => {
    expect(updateRequest(stored, { ...connectionDraftOf(stored), password: "new", token: "" })).toMatchObject({
      basic: { username: "svc", password: "new" },
      bearer: null,
    });
    expect(updateRequest(stored, { ...connectionDraftOf(stored), username: "", password: "" }).basic).toBeNull();
  });

  it("requires secrets again when scheme, host or port change, but not for a path", () => {
    const draft = connectionDraftOf(stored);
    expect(isOriginChanged(stored, { ...draft, baseUrl: "https://traces.example/base" })).toBe(false);
    expect(isOriginChanged(stored, { ...draft, baseUrl: "http://traces.example" })).toBe(true);
    expect(isOriginChanged(stored, { ...draft, baseUrl: "https://traces.example:8443" })).toBe(true);
    expect(isOriginChanged(null, draft)).toBe(false);
  });

  it("creates a connection without credentials when none are given", () => {
    expect(createRequest({ ...connectionDraftOf(null), name: "n", baseUrl: "http://h" })).toEqual({
      name: "n",
      baseUrl: "http://h",
      dialect: "svc",
      basic: null,
      bearer: null,
    });
  });

  it("rejects incomplete credentials", () => {
    expect(draftProblem({ ...connectionDraftOf(null), username: "u" })).toMatch(/needs a password/);
    expect(draftProblem({ ...connectionDraftOf(null), password: "p" })).toMatch(/needs a username/);
    expect(draftProblem(connectionDraftOf(stored))).toBeNull();
  });
});
