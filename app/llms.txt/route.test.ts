import { existsSync, readdirSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { GET as readDocument } from "@/app/api/docs/[name]/route";
import { GET as readSkill } from "@/app/api/mcp/skill/[subject]/route";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { guideOf } from "@/lib/guide/guides";
import config from "@/next.config.js";
import { GET } from "./route";

vi.mock("server-only", () => ({}));

const links = async () => [...(await GET().text()).matchAll(/\]\((\/[^)]+)\)/g)].map(([, address]) => address ?? "");

it("lists every guide once, at an address that is rewritten to its Markdown", async () => {
  const addresses = await links();
  expect(addresses.length).toBeGreaterThan(10);
  expect(new Set(addresses).size).toBe(addresses.length);
  const source = "/settings/docs/:name([a-z0-9-]+).md";
  expect(await config.rewrites?.()).toEqual([{ source, destination: "/api/docs/:name" }]);
  const skillAddresses = addresses.filter((address) => address.startsWith("/api/mcp/skill/"));
  expect(skillAddresses).toHaveLength(skills.length);
  for (const address of skillAddresses) {
    const params = Promise.resolve({ subject: address.slice("/api/mcp/skill/".length) });
    const found = await readSkill(new Request("http://heddle"), { params });
    expect(await found.text()).toMatch(/^---\nname: heddle-/);
  }
  const documents = addresses.filter((address) => !skillAddresses.includes(address));
  // Every page of docs/ for users is in the list: what is only for developers of Heddle is not.
  const pages = ["use", "log", "train", "operate"].flatMap((folder) =>
    readdirSync(`docs/${folder}`).filter((name) => name.endsWith(".md")),
  );
  expect(documents.length).toBe(pages.length + 1);
  for (const address of documents) {
    const name = /^\/settings\/docs\/([a-z0-9-]+)\.md$/.exec(address)?.[1] ?? "";
    expect(existsSync(`docs/${guideOf(name)?.path}`)).toBe(true);
  }
});

it("sends a document as Markdown, and 404 for any other name", async () => {
  const at = (name: string) => readDocument(new Request("http://heddle"), { params: Promise.resolve({ name }) });
  const found = await at("mcp");
  expect(found.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await found.text()).toMatch(/^# Agents: the MCP server/);
  expect((await at("../README")).status).toBe(404);
});
