import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshToken } from "@/lib/api/server/mcp/program/fresh-token";
import { readSignIns, signInPath } from "@/lib/api/server/mcp/program/sign-in-file";
import { OauthLimits } from "@/lib/api/server/oauth/oauth-limits";
import { listOauthGrants } from "@/lib/database/oauth-grants";
import type { Surroundings } from "@/scripts/sign-in/surroundings";
import { runUserCommand } from "@/scripts/sign-in/user-commands";
import { ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { createAgentKeyFor } from "./agent-key-for";
import { fetchFromDashboard } from "./oauth-scene";

const MANY = { points: 10_000, duration: 60 };
const WIDE = { perAddress: MANY, ofAll: MANY };
const HOUR_MS = 60 * 60 * 1000;
const START_MS = Date.UTC(2026, 10, 30);

let app: TestDashboard;
let fetchFrom: typeof fetch;
let folder: string;
let nowMs = START_MS;
let requests: string[] = [];

beforeAll(async () => {
  app = await TestDashboard.open({ HEDDLE_SERVICE_PORT: "9" }, { now: () => new Date(nowMs) });
  const limits = new OauthLimits({ registrations: WIDE, deviceRequests: WIDE, tokenRequests: WIDE });
  const send = fetchFromDashboard(app, limits);
  fetchFrom = async (input, init) => {
    requests.push(new URL(input instanceof Request ? input.url : String(input)).pathname);
    return await send(input, init);
  };
  await app.app("workspaces.create", { connectionId: "local", projectId: "demo/air", slug: "air" });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sign-in-"));
  nowMs = START_MS;
  requests = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

afterAll(() => app.close());

/** The decision of the user while the program waits; null for none. */
type Decision = "allowDevice" | "denyDevice" | null;

interface Options {
  readonly variables?: Record<string, string>;
  readonly decision?: Decision;
  readonly changes?: Partial<Surroundings>;
}

/** Runs a command of a user, who decides as soon as the program waits. */
async function heddle(args: string[], { variables = {}, decision = "allowDevice", changes = {} }: Options = {}) {
  const texts = { out: "", errors: "" };
  const opened: string[] = [];
  const written = (name: keyof typeof texts, text: string) => {
    texts[name] += text;
  };
  const decide = async () => {
    const userCode = /^ {4}(\S+)$/m.exec(texts.out)?.[1];
    if (decision === null || userCode === undefined) return;
    const input = decision === "denyDevice" ? { userCode } : { userCode, access: "read", workspaceId: null };
    await app.app(`oauthClients.${decision}`, input, "member");
  };
  const surroundings: Surroundings = {
    variables: { XDG_CONFIG_HOME: folder, HEDDLE_URL: ORIGIN, ...variables },
    fetch: fetchFrom,
    out: { write: (text) => written("out", text) },
    errors: { write: (text) => written("errors", text) },
    signal: new AbortController().signal,
    nowMs: () => nowMs,
    sleep: async (ms) => {
      await decide();
      nowMs += ms;
    },
    openPage: async (url) => {
      opened.push(url);
      return false;
    },
    host: "laptop",
    ...changes,
  };
  const code = await runUserCommand(args, surroundings);
  return { code, ...texts, opened };
}

const file = () => signInPath({ XDG_CONFIG_HOME: folder });
const stored = () => readSignIns(file()).dashboards[ORIGIN];
const grants = () => listOauthGrants(app.dashboard.database, null, new Date(nowMs));

describe("heddle login", () => {
  it("shows a code and its page, waits for the user, and stores the sign-in where only the user reads it", async () => {
    const { code, out, errors, opened } = await heddle(["login"]);
    const userCode = /^ {4}(\S+)$/m.exec(out)?.[1] ?? "";
    expect([code, errors]).toEqual([0, ""]);
    expect(opened).toEqual([`${ORIGIN}/oauth/device?user_code=${userCode}`]);
    expect(out).toContain(`Signed in to ${ORIGIN}: member (member@example.org), member; reads only, all workspaces`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "heddle")).mode & 0o777).toBe(0o700);
    const { accessToken = "", refreshToken = "" } = stored() ?? {};
    for (const secret of [accessToken, refreshToken]) {
      expect(readFileSync(file(), "utf8")).toContain(secret);
      expect(out + errors).not.toContain(secret);
    }
    expect((await grants()).map(({ clientName }) => clientName)).toContain("Heddle command line on laptop");
  });

  it("registers a machine once: signing in again replaces the earlier sign-in", async () => {
    await heddle(["login"]);
    const [first, count] = [stored()?.clientId, (await grants()).length];
    await heddle(["login"]);
    expect([stored()?.clientId, (await grants()).length]).toEqual([first, count]);
    expect(requests.filter((path) => path === "/oauth/register")).toHaveLength(1);
  });

  it("registers again where the dashboard has forgotten the machine", async () => {
    await heddle(["login"]);
    const first = stored()?.clientId ?? "";
    await app.dashboard.database.deleteFrom("oauth_client").where("id", "=", first).execute();
    expect((await heddle(["login"])).code).toBe(0);
    expect(stored()?.clientId).not.toBe(first);
  });

  it.each<readonly [Decision, string]>([
    ["denyDevice", "The request was denied in the dashboard."],
    [null, "The code was not entered in time."],
  ])("stores nothing when the user's decision is %s", async (decision, message) => {
    const { code, errors } = await heddle(["login", "--no-browser"], { decision });
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(file())).toBe(false);
  });

  it("continues through a restart of the dashboard", async () => {
    let polls = 0;
    const failing: typeof fetch = async (input, init) => {
      const isToken = String(input).endsWith("/oauth/token");
      if (isToken) polls += 1;
      if (isToken && polls === 1) throw new TypeError("fetch failed");
      return await fetchFrom(input, init);
    };
    expect((await heddle(["login"], { changes: { fetch: failing } })).code).toBe(0);
    expect(polls).toBe(2);
  });

  it("sends nothing to a dashboard that has another address than the one that was given", async () => {
    const { code, errors } = await heddle(["login", "--url", "http://127.0.0.1:7700"]);
    expect([code, errors]).toEqual([1, `This dashboard calls itself ${ORIGIN}. Run heddle login --url ${ORIGIN}\n`]);
    expect(requests).toEqual(["/.well-known/oauth-authorization-server"]);
  });

  it("ends with a code of its own when the dashboard is away, and for a wrong option", async () => {
    const away = async () => {
      throw new TypeError("fetch failed");
    };
    const { code, errors } = await heddle(["login"], { changes: { fetch: away } });
    expect([code, errors]).toEqual([3, `The dashboard at ${ORIGIN} does not respond. Is it running?\n`]);
    expect(await heddle(["login", "--key", "x"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("heddle login ["),
    });
  });
});

describe("a stored sign-in", () => {
  const source = () => ({ path: file(), origin: ORIGIN, fetch: fetchFrom, nowMs: () => nowMs });

  it("is renewed when its token ends, once for all programs that ask at the same time", async () => {
    await heddle(["login"]);
    const first = stored()?.accessToken;
    expect(await freshToken(source())).toBe(first);
    nowMs += HOUR_MS;
    requests = [];
    const tokens = await Promise.all([freshToken(source()), freshToken(source()), freshToken(source())]);
    expect(new Set(tokens)).toEqual(new Set([stored()?.accessToken]));
    expect(tokens[0]).not.toBe(first);
    expect(requests).toEqual(["/oauth/token"]);
    expect(existsSync(`${file()}.lock`)).toBe(false);
  });

  it("is forgotten, with a sentence, once it was ended in the dashboard", async () => {
    await heddle(["login"]);
    for (const { id } of await grants()) await app.app("oauthClients.disconnect", { id }, "admin");
    nowMs += HOUR_MS;
    await expect(freshToken(source())).rejects.toThrow(`The sign-in to ${ORIGIN} has ended.`);
    expect(existsSync(file())).toBe(false);
  });

  it("stays when the dashboard does not respond", async () => {
    await heddle(["login"]);
    nowMs += HOUR_MS;
    const away = async () => {
      throw new TypeError("fetch failed");
    };
    await expect(freshToken({ ...source(), fetch: away })).rejects.toThrow("does not respond");
    expect(stored()).toBeDefined();
  });

  it("is not used from a file that other users can read", async () => {
    await heddle(["login"]);
    chmodSync(file(), 0o644);
    const { code, errors } = await heddle(["whoami"]);
    expect([code, errors]).toEqual([2, expect.stringContaining("chmod 600")]);
  });
});

describe("heddle whoami", () => {
  it("says who commands act as and where, with the sign-in or a key, which counts more", async () => {
    expect(await heddle(["whoami"])).toMatchObject({ code: 2, errors: expect.stringContaining("heddle login") });
    await heddle(["login"]);
    expect((await heddle(["whoami"], { variables: { HEDDLE_URL: "" } })).out).toContain(`${ORIGIN}: member (`);
    const { key } = await createAgentKeyFor(app, "admin");
    const { out } = await heddle(["whoami", "--json"], { variables: { HEDDLE_AGENT_KEY: key } });
    expect(JSON.parse(out)).toMatchObject({ url: ORIGIN, name: "admin", scope: "read" });
  });
});

describe("heddle logout", () => {
  it("ends the sign-in in the dashboard, and deletes it here", async () => {
    await heddle(["login"]);
    const token = stored()?.accessToken ?? "";
    const count = (await grants()).length;
    expect(await heddle(["logout"])).toMatchObject({ code: 0, out: `Signed out of ${ORIGIN}.\n` });
    expect([existsSync(file()), (await grants()).length]).toEqual([false, count - 1]);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetchFrom(`${ORIGIN}/oauth/userinfo`, { headers })).status).toBe(401);
    expect((await heddle(["logout"])).out).toBe(`Not signed in to ${ORIGIN}.\n`);
  });

  it("deletes it here when the dashboard is away, and says what is left to do", async () => {
    await heddle(["login"]);
    const away = async () => {
      throw new TypeError("fetch failed");
    };
    const { code, errors } = await heddle(["logout", "--all"], { changes: { fetch: away } });
    expect([code, errors]).toEqual([1, expect.stringContaining("Disconnect it in the dashboard")]);
    expect(existsSync(file())).toBe(false);
  });
});

describe("heddle open", () => {
  it.each([
    [["open"], "/"],
    [["open", "--workspace", "air"], "/air/overview"],
    [["open", "0191/a", "--workspace", "air"], "/air/traces/0191%2Fa"],
    [["open", "log:1", "--workspace", "air"], "/air/runs/log%3A1"],
    [["open", "model", "m1", "--workspace", "air"], "/air/models/m1"],
    [["open", "trace", "t 1", "--workspace", "air"], "/air/traces?grain=all&t=all&source=all&q=trace%3At+1"],
  ])("leads %j to its page, and prints it where there is no browser", async (args, path) => {
    const { code, out, opened } = await heddle(args);
    expect([code, out, opened]).toEqual([0, `${ORIGIN}${path}\n`, [`${ORIGIN}${path}`]]);
  });

  it("prints nothing where the browser shows it, and opens none with --print", async () => {
    expect((await heddle(["open"], { changes: { openPage: async () => true } })).out).toBe("");
    expect((await heddle(["open", "--print"])).opened).toEqual([]);
  });

  it("finds the only workspace, or that of a project, with the sign-in", async () => {
    await heddle(["login"]);
    expect((await heddle(["open", "c1"])).out).toBe(`${ORIGIN}/air/traces/c1\n`);
    expect((await heddle(["open", "run", "r1", "--workspace", "demo/air"])).out).toBe(`${ORIGIN}/air/runs/r1\n`);
    const unknown = await heddle(["open", "c1", "--workspace", "demo/none"]);
    expect([unknown.code, unknown.errors]).toEqual([2, expect.stringContaining("Available: air.")]);
  });

  it("refuses words that it does not know", async () => {
    for (const args of [
      ["open", "run"],
      ["open", "page", "x"],
      ["open", "run", "a", "b"],
    ]) {
      expect((await heddle(args)).code).toBe(2);
    }
  });
});
