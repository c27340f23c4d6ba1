import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findOperation } from "@/lib/api/contract/operations";
import { openService, type Service } from "@/service/service";
import { sized } from "@/test/setup/test-length";
import { CONVERSATION, EXPECTED } from "./expected";
import type { ExpectedRecording } from "./expected-recording";
import type { Fact, Facts } from "./facts";
import { readFacts } from "./read-facts";
import { filesOf, recordings, requestsOf } from "./recorded-files";

const GAPS = resolve("test/recordings/known-gaps.json");
const MAX_BYTES = 150_000;
const KEY = "hk_0123456789012345678901234567890123456789";
const authorization = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;

let service: Service;
let folder: string;

const ask = (path: string, init: RequestInit) =>
  service.fetch(new Request(`http://service${path}`, { ...init, headers: { authorization, ...init.headers } }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-recordings-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
  // The pages' own functions read the service, as through the relay.
  vi.stubGlobal("fetch", (address: string, { method = "GET", body = null }: RequestInit = {}) => {
    const operation = findOperation(decodeURIComponent(address.split("/").at(-1) ?? ""));
    return ask(operation?.path ?? address, { method, body });
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function replay(recording: string): Promise<string> {
  const project = `recorded/${recording}`;
  for (const { file, signal, contentType, body } of requestsOf(recording)) {
    const headers = { project_id: project, "content-type": contentType };
    const response = await ask(`/otel/v1/${signal}`, { method: "POST", headers, body: new Uint8Array(body) });
    expect([response.status, file]).toEqual([200, file]);
  }
  return project;
}

/** What is shown of a fact that the client does not send. */
function absentValue(fact: string): unknown {
  return fact.endsWith(".hasFrames") ? false : null;
}

/** The facts of the calls that a recording has. */
function expectedFacts({ calls, facts = {}, sendsNo = {} }: ExpectedRecording): Facts {
  const hasCall = (fact: string) => {
    const [role = ""] = fact.split(".");
    return role in calls || ["answer", "total", "thread"].includes(role);
  };
  const absent = Object.fromEntries(Object.keys(sendsNo).map((fact) => [fact, absentValue(fact)]));
  const all = Object.entries({ ...CONVERSATION, ...facts, ...absent });
  // A fact that differs in each run is undefined.
  return Object.fromEntries(all.filter(([fact, value]) => hasCall(fact) && value !== undefined));
}

/** Facts that are still read wrongly, with the reason, by recording. */
const gaps: Record<string, Record<string, string>> = JSON.parse(readFileSync(GAPS, "utf8"));

function closeGaps(recording: string, closed: readonly string[]): void {
  const open = Object.entries(gaps[recording] ?? {}).filter(([fact]) => !closed.includes(fact));
  if (open.length === 0) delete gaps[recording];
  else gaps[recording] = Object.fromEntries(open);
  writeFileSync(GAPS, `${JSON.stringify(gaps, null, 2)}\n`);
}

const pick = (facts: Facts, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, facts[name as Fact]]));

describe("the recordings", () => {
  it("all have expected facts, and those nothing else", () => {
    expect(recordings).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(recordings)("of %s are small and name no key, folder or machine", (recording) => {
    for (const file of filesOf(recording)) {
      expect(statSync(file).size).toBeLessThan(MAX_BYTES);
      const text = readFileSync(file, "latin1");
      expect(text).not.toMatch(/\b(?:sk|pk|hk)[-_](?:\w+-)?\w{16,}|Bearer |\/root\/|\/home\/(?!x)|\/Users\/|\/work\//);
      expect(text).not.toMatch(/(?:host\.(?:name|id))(?!.{0,4}machine)|process\.(?:owner|command)/s);
    }
  });
});

/** `npm test` replays the newest release of each program that was recorded. */
const isNewest = (recording: string) => {
  const program = recording.replace(/-\d+\..*$/, "");
  const releases = recordings.filter((other) => other.replace(/-\d+\..*$/, "") === program);
  return releases.every((other) => other.localeCompare(recording, "en", { numeric: true }) <= 0);
};
const replayed = Object.entries(EXPECTED).filter(([recording]) => sized({ once: isNewest(recording), all: true }));

describe.each(replayed)("the recording of %s", (recording, expected) => {
  const facts = expectedFacts(expected);
  const known = gaps[recording] ?? {};
  let found: Facts;

  beforeAll(async () => {
    found = await readFacts(await replay(recording), expected.calls);
  });

  it("is read as its program wrote it", () => {
    const names = Object.keys(facts).filter((fact) => !(fact in known));
    expect(pick(found, names)).toEqual(pick(facts, names));
  });

  it("still has its known gaps; remove those that are closed, or run with HEDDLE_CLOSE_GAPS=1", () => {
    const isClosed = (fact: string) => isDeepStrictEqual(pick(found, [fact]), pick(facts, [fact]));
    const closed = Object.keys(known).filter(isClosed);
    if (process.env.HEDDLE_CLOSE_GAPS) closeGaps(recording, closed);
    else expect(closed).toEqual([]);
  });
});
