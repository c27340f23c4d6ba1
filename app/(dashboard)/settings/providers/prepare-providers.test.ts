import { describe, expect, it } from "vitest";
import {
  canKeepSecrets,
  type ModelProvider,
  parseHeaders,
  providerDraftOf,
  providerKeyText,
  setRequest,
  sortProviders,
} from "./prepare-providers";

const providerOf = (members: Partial<ModelProvider> = {}): ModelProvider => ({
  name: "openai",
  title: "OpenAI",
  base_url: "https://api.openai.com/v1",
  is_local: false,
  source: "settings",
  key: "set",
  api_key_name: "OPENAI_API_KEY",
  extra_header_names: ["x-team"],
  api_version: null,
  updated_at: null,
  ...members,
});

describe("providers", () => {
  it("are sorted with configured ones first and local servers last", () => {
    const named = (name: string, source: ModelProvider["source"], is_local = false) =>
      providerOf({ name, source, is_local });
    const listed = [named("a", "none", true), named("b", "none"), named("c", "environment"), named("d", "settings")];
    expect(sortProviders(listed).map(({ name }) => name)).toEqual(["c", "d", "b", "a"]);
  });

  it.each([
    [{ key: "set", source: "settings" }, "stored"],
    [{ key: "set", source: "environment" }, "from OPENAI_API_KEY"],
    [{ key: "not-set", source: "none" }, "not set"],
    [{ key: "unreadable" }, "cannot be read: enter it again"],
  ] as const)("with %o describe their key: %s", (members, words) =>
    expect(providerKeyText(providerOf(members))).toBe(words),
  );
});

describe("provider form", () => {
  it("keeps stored secrets by omitting them", () => {
    const provider = providerOf();
    const draft = providerDraftOf(provider);
    expect(draft).toMatchObject({ apiKey: null, headers: null });
    expect(setRequest({ ...draft, apiVersion: "2026-01-01" }, provider)).toEqual({
      name: "openai",
      title: "OpenAI",
      base_url: "https://api.openai.com/v1",
      api_version: "2026-01-01",
    });
  });

  it("keeps no secrets for another origin, but keeps them for another path", () => {
    const provider = providerOf();
    expect(canKeepSecrets(provider, "https://api.openai.com/v2")).toBe(true);
    expect(canKeepSecrets(provider, "https://api.openai.com.example/v1")).toBe(false);
    expect(canKeepSecrets(provider, "not an address")).toBe(false);
    expect(setRequest({ ...providerDraftOf(provider), baseUrl: "https://other.example" }, provider)).toMatchObject({
      api_key: "",
      extra_headers: {},
    });
  });

  it("never treats a key of the environment as stored", () => {
    expect(providerDraftOf(providerOf({ source: "environment" }))).toMatchObject({ apiKey: "", headers: "" });
  });

  it("parses headers by lines", () => {
    expect(parseHeaders("x-team: a:b\n\n api-key :k ")).toEqual({ headers: { "x-team": "a:b", "api-key": "k" } });
    expect(parseHeaders("x-team: a\nno header")).toEqual({ badLine: "no header" });
  });
});
