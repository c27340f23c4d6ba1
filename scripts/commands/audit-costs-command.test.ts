import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { auditCostsCommand } from "./audit-costs-command";
import { collector } from "./testing/collector";

const KEY = "hk_0123456789012345678901234567890123456789";

let folder: string;
let served: ServedService;
const others: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-audit-costs-"));
  served = await serveService(folder, KEY);
  const call = (id: string, parent_id: string | null, model: string) => [
    {
      mode: "start",
      req: {
        start: {
          ...{ project_id: "e/p", id, trace_id: "t", parent_id, op_name: "op", inputs: {}, attributes: {} },
          started_at: "2026-11-20T10:00:00Z",
        },
      },
    },
    {
      mode: "end",
      req: {
        end: {
          ...{ project_id: "e/p", id, ended_at: "2026-11-20T10:00:01Z" },
          summary: { usage: { [model]: { requests: 1, prompt_tokens: 1000, completion_tokens: 234 } } },
        },
      },
    },
  ];
  const batch = [...call("agent", null, "own"), ...call("request", "agent", "own")];
  const response = await fetch(`${served.url}/call/upsert_batch`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ batch }),
  });
  expect(response.status, await response.text()).toBe(200);
});

afterAll(async () => {
  for (const server of others) server.close();
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The address of a service of the test's own. */
async function otherService(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  others.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(args: readonly string[], { url = served.url, key = KEY }: { url?: string; key?: string } = {}) {
  const [out, errors] = [collector(), collector()];
  const surroundings = { out: out.stream, errors: errors.stream, signal: new AbortController().signal };
  const code = await auditCostsCommand([...args], { serviceUrl: url, key, ...surroundings });
  return { code, out: out.text(), errors: errors.text() };
}

const summary = (rest: object = {}) => ({
  ...{ kind: "summary", after: "2026-11-20T10:00:00Z", before: "2026-11-20T11:00:00Z", bucket_seconds: 3600 },
  ...{ checked_calls: 2, usage_call_count: 2, counted_call_count: 2, shown_from: "calls", are_rollups_checked: false },
  ...{ recomputed: { total_tokens: 10, cost_usd: 1 }, shown: { total_tokens: 12, cost_usd: 1 } },
  ...{ changed_bucket_count: 0, difference_counts: { call: 0, figures: 0, rollups: 0 }, incomplete_reason: null },
  left_out_counts: { reported_below: 0, reported_twice: 0, no_price: 0, cost_differs: 0 },
  ...rest,
});

const answering = (...lines: readonly object[]) =>
  otherService((_, response) => response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));

describe("npm run audit-costs", () => {
  it("prints both sums, and the calls that are left out with the reason, and exits with 0", async () => {
    const { code, out, errors } = await run(["e/p"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toContain("by hour: 2 calls checked, 2 with tokens");
    expect(out).toMatch(/shown +1,234 tokens, no cost\n +recomputed +1,234 tokens, no cost/);
    expect(out).toContain("No differences.");
    expect(out).toContain("1 not counted: calls below report the same tokens\n    agent  own  1,234 tokens");
    expect(out).toContain(
      "1 counted without a cost: the model has no price in US dollars\n    request  own  1,234 tokens",
    );
  });

  it("lists as many as asked, of the range that is asked for", async () => {
    const range = ["--since", "2026-11-20T10:00:00Z", "--until", "2026-11-21"];
    expect((await run(["e/p", "--list", "0", ...range])).out).toContain("same tokens\n    and 1 more");
    expect((await run(["e/p", "--until", "2026-11-19"])).out).toBe("No calls in e/p in this range.\n");
  });

  it("prints the lines of the service as they are with --json", async () => {
    const lines = [{ kind: "progress", checked_calls: 0, call_count: 2 }, summary({ later: "member" })];
    const { code, out } = await run(["e/p", "--json"], { url: await answering(...lines) });
    expect([code, out]).toEqual([0, lines.map((line) => `${JSON.stringify(line)}\n`).join("")]);
  });

  it("names each difference, and exits with 1", async () => {
    const difference = { kind: "difference", place: "figures", model: "m", value: "total_tokens" };
    const url = await answering(
      { ...difference, shown: 12, recomputed: 10, bucket: "2026-11-20T10:00:00Z" },
      summary({ difference_counts: { call: 0, figures: 3, rollups: 0 } }),
    );
    const { code, out } = await run(["e/p"], { url });
    expect(code).toBe(1);
    expect(out).toContain("3 differences:");
    expect(out).toContain("2026-11-20T10:00:00Z  m  total_tokens: 12 shown in Overview and Costs, 10 recomputed");
    expect(out).toContain("  and 2 more");
  });

  it("exits with 2 where sums could not be compared, and says why", async () => {
    const url = await answering(summary({ incomplete_reason: "Too many traces overlap." }));
    const { code, out } = await run(["e/p"], { url });
    expect([code, out.includes("The sums were not compared. Too many traces overlap.")]).toEqual([2, true]);
  });

  it("fails where the service breaks off, has no audit, or does not accept the key", async () => {
    const short = await answering({ kind: "progress", checked_calls: 1, call_count: 2 });
    await expect(run(["e/p"], { url: short })).rejects.toThrow("The audit broke off before its end.");
    const absent = await otherService((_, response) => response.writeHead(404).end());
    await expect(run(["e/p"], { url: absent })).rejects.toThrow("has no cost audit");
    await expect(run(["e/p"], { key: "hk_wrong" })).rejects.toThrow("does not accept the key");
  });

  it.each([
    ["no project", [], "The project is missing"],
    ["two projects", ["a/b", "c/d"], "one project at a time"],
    ["a project without an entity", ["p"], "The project is missing"],
    ["a time that is none", ["e/p", "--since", "yesterday"], "--since yesterday is not a time"],
    ["a number that is none", ["e/p", "--list", "many"], "--list takes a whole number"],
    ["an unknown option", ["e/p", "--form"], "--form"],
  ])("prints its usage for %s", async (_name, args, sentence) => {
    const { code, errors } = await run(args);
    expect(code).toBe(1);
    expect(errors).toContain(sentence);
    expect(errors).toContain("npm run audit-costs -- entity/project");
  });
});
