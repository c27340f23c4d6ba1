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
  it("stand with those that are set first, and servers of this machine after others", () => {
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
  ] as const)("with %o say of their key: %s", (members, words) =>
    expect(providerKeyText(providerOf(members))).toBe(words),
  );
});

describe("the form of a provider", () => {
  it("keeps stored secrets by leaving them out", () => {
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

  it("keeps none for another origin, and takes another path of the same one", () => {
    const provider = providerOf();
    expect(canKeepSecrets(provider, "https://api.openai.com/v2")).toBe(true);
    expect(canKeepSecrets(provider, "https://api.openai.com.example/v1")).toBe(false);
    expect(canKeepSecrets(provider, "not an address")).toBe(false);
    expect(setRequest({ ...providerDraftOf(provider), baseUrl: "https://other.example" }, provider)).toMatchObject({
      api_key: "",
      extra_headers: {},
    });
  });

  it("never takes a key of the environment for one that is stored", () => {
    expect(providerDraftOf(providerOf({ source: "environment" }))).toMatchObject({ apiKey: "", headers: "" });
  });

  it("reads headers by lines", () => {
    expect(parseHeaders("x-team: a:b\n\n api-key :k ")).toEqual({ headers: { "x-team": "a:b", "api-key": "k" } });
    expect(parseHeaders("x-team: a\nno header")).toEqual({ badLine: "no header" });
  });
});
