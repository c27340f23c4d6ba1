import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collector } from "@/scripts/commands/testing/collector";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { markCommand } from "./mark-command";

const KEY = "hk_0123456789012345678901234567890123456789";
const NOW = "2026-11-20T10:00:00Z";

let folder: string;
let served: ServedService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-mark-"));
  served = await serveService(folder, KEY);
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], url = served.url, key: string | undefined = KEY) {
  const [out, errors] = [collector(), collector()];
  const surroundings = { out: out.stream, errors: errors.stream, signal: new AbortController().signal };
  const code = await markCommand([...args], { serviceUrl: url, key, ...surroundings, now: () => Date.parse(NOW) });
  return { code, out: out.text(), errors: errors.text() };
}

describe("npm run mark", () => {
  it("marks a deployment now, or at a time, with what is said of it", async () => {
    expect(await run(["e/p", "v13"])).toEqual({
      code: 0,
      out: "Marked v13 in e/p at 2026-11-20T10:00:00Z.\n",
      errors: "",
    });
    const said = ["--note", "New timeout", "--link", "https://ci.example.com/13"];
    const { out } = await run(["e/p", "v14", "--at", "2026-11-21", ...said, "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      ...{ name: "v14", at: "2026-11-21T00:00:00Z", note: "New timeout", url: "https://ci.example.com/13" },
    });
  });

  it("says why a service did not keep it", async () => {
    const other = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(run(["e/p", "v13"], url)).rejects.toThrow("keeps no deployments");
    other.close();
    await expect(run(["e/p", "v13", "--link", "javascript:alert(1)"])).rejects.toThrow("http");
  });

  it.each([
    ["no project", [], "The project is missing"],
    ["no name", ["e/p"], "The name is missing"],
    ["a name without quotes", ["e/p", "new", "timeout"], "A name with spaces needs quotes"],
    ["a time that is none", ["e/p", "v13", "--at", "yesterday"], "--at yesterday is not a time"],
  ])("explains a command line with %s", async (_, args, reason) => {
    const { code, errors } = await run(args);
    expect([code, errors.includes(reason)]).toEqual([1, true]);
  });
});
