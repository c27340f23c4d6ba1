import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelProviderSet } from "@/lib/api/contract/admin/model-providers";
import { ProviderDirectory, ProviderKeyMissingError } from "@/service/kernel/providers/provider-directory";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { openSeal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { ProviderSettings } from "./provider-settings";

const KEY = "sk-a-key-that-nobody-may-see";

let place: TemporaryState;
let folder: string;
let state: ServiceState;

beforeEach(async () => {
  place = await openTemporaryState();
  ({ folder, state } = place);
});

afterEach(async () => {
  await place.remove();
});

async function open(variables: Record<string, string> = {}) {
  const settings = await ProviderSettings.open(state, openSeal(folder), new ProviderDirectory(variables));
  const save = (given: object) => settings.save(modelProviderSet.parse(given));
  return { settings, save, find: (name: string) => settings.directory.providers.find((each) => each.name === name) };
}

const openai = { name: "openai", base_url: "https://api.openai.com/v1", api_key: KEY };

const someone = { identity: { userId: "ada", name: "ada", projects: null }, note: () => undefined };

describe("a configured provider", () => {
  it("replaces the environment's provider until it is removed", async () => {
    const { save, settings, find } = await open({ OPENAI_API_KEY: "sk-of-the-environment" });
    await save(openai);
    expect(find("openai")).toMatchObject({ apiKey: KEY, baseUrl: "https://api.openai.com/v1" });
    expect(await settings.remove("openai")).toBe(true);
    expect(find("openai")?.apiKey).toBe("sk-of-the-environment");
    expect(await settings.remove("openai")).toBe(false);
  });

  it("never receives the environment's key, since its address may differ", async () => {
    const { save, settings } = await open({ OPENAI_API_KEY: "sk-of-the-environment" });
    await save({ name: "openai", base_url: "https://proxy.example/v1" });
    expect(settings.directory.choose("openai/gpt-4o", someone)?.provider).toMatchObject({ apiKey: null });
    await save({ name: "openai", base_url: "https://api.openai.com/v1" });
    expect(() => settings.directory.choose("openai/gpt-4o", someone)).toThrow(ProviderKeyMissingError);
  });

  it("may have any name and any address", async () => {
    const { save, settings } = await open();
    await save({ name: "lab-7", base_url: "http://10.0.0.7:8000/v1/", extra_headers: { "x-team": "air" } });
    expect(settings.directory.choose("lab-7/llama", someone)).toMatchObject({
      model: "llama",
      provider: { title: "lab-7", baseUrl: "http://10.0.0.7:8000/v1", extraHeaders: { "x-team": "air" } },
    });
  });

  it("survives a restart, and its key is in no file in clear text", async () => {
    await (await open()).save(openai);
    const { find } = await open();
    expect(find("openai")?.apiKey).toBe(KEY);
    for (const name of ["service.db", "service.db-wal", "service.key"]) {
      expect(readIfThere(join(folder, name))).not.toContain(KEY);
    }
  });
});

describe("omitted secrets", () => {
  it("are kept for the same origin", async () => {
    const { save, find } = await open();
    await save({ ...openai, extra_headers: { "x-team": "air" } });
    await save({ name: "openai", base_url: "https://api.openai.com/v2", api_version: "1" });
    expect(find("openai")).toMatchObject({ apiKey: KEY, extraHeaders: { "x-team": "air" }, apiVersion: "1" });
  });

  it("are dropped for another origin", async () => {
    const { save, find } = await open();
    await save({ ...openai, extra_headers: { "x-secret": KEY } });
    await save({ name: "openai", base_url: "https://api.openai.com.example/v1" });
    expect(find("openai")).toMatchObject({ apiKey: null, extraHeaders: {} });
  });

  it("are cleared by empty values", async () => {
    const { save, find } = await open();
    await save({ ...openai, extra_headers: { "x-team": "air" } });
    await save({ ...openai, api_key: "", extra_headers: {} });
    expect(find("openai")).toMatchObject({ apiKey: null, extraHeaders: {} });
  });

  it("must be entered again after the key file is lost, and the service still starts", async () => {
    await (await open()).save(openai);
    rmSync(join(folder, "service.key"));
    const { settings, find } = await open();
    expect(settings.find("openai")).toMatchObject({ isUnreadable: true, apiKey: null });
    expect(find("openai")?.apiKey).toBeNull();
  });
});

describe("an invalid provider", () => {
  it.each([
    [{ ...openai, name: "Open AI" }],
    [{ ...openai, base_url: "ftp://example.com" }],
    [{ ...openai, base_url: "https://user:password@example.com/v1" }],
    [{ ...openai, base_url: "https://example.com/v1?key=1" }],
    [{ ...openai, api_key: "two\nlines" }],
    [{ ...openai, extra_headers: { Host: "other" } }],
    [{ ...openai, extra_headers: { "x-team": "a\r\nHost: other" } }],
  ])("is refused: %o", (given) => expect(modelProviderSet.safeParse(given).success).toBe(false));
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A write-ahead log exists only while it is needed.
    return "";
  }
}
