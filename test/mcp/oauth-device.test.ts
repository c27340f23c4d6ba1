import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectionOperations } from "@/lib/api/contract/app/connection-operations";
import { deviceFound } from "@/lib/api/contract/app/oauth-clients";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { OauthLimits } from "@/lib/api/server/oauth/oauth-limits";
import { serverMetadata } from "@/lib/api/server/oauth/server-metadata";
import { DEVICE_GRANT_TYPE, generateUserCode, normalUserCode, shownUserCode } from "@/lib/auth/oauth/device-codes";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import { listAudit } from "@/lib/database/audit";
import { ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { OauthScene } from "./oauth-scene";

const MANY = { points: 10_000, duration: 60 };
const WIDE = { perAddress: MANY, ofAll: MANY };
const MINUTE_MS = 60_000;

let app: TestDashboard;
let scene: OauthScene;
const START_MS = Date.UTC(2026, 10, 30);
let nowMs = START_MS;

beforeAll(async () => {
  app = await TestDashboard.open({}, { now: () => new Date(nowMs) });
  scene = new OauthScene(app, new OauthLimits({ registrations: WIDE, deviceRequests: WIDE, tokenRequests: WIDE }));
});

beforeEach(() => {
  nowMs = START_MS;
});

afterAll(async () => {
  const { database } = app.dashboard;
  const stored = JSON.stringify([
    await database.selectFrom("oauth_device").selectAll().execute(),
    await database.selectFrom("audit").selectAll().execute(),
  ]);
  expect(scene.secrets.length).toBeGreaterThan(0);
  for (const secret of scene.secrets) {
    expect(stored).not.toContain(secret);
    expect(app.logLines.join("")).not.toContain(secret);
  }
  await app.close();
});

const find = (userCode: string, role: Role | null = "member") => app.app("oauthClients.findDevice", { userCode }, role);
const failureOf = async (response: Response) => failureBody.parse(await response.json()).error;
const newestEntry = async () => (await listAudit(app.dashboard.database, { limit: 1 })).entries[0];

describe("a program without a browser", () => {
  it("finds where it may ask, and gets two codes, a page and how often to ask", async () => {
    expect(serverMetadata(ORIGIN)).toMatchObject({
      device_authorization_endpoint: `${ORIGIN}/oauth/device-authorization`,
      grant_types_supported: expect.arrayContaining([DEVICE_GRANT_TYPE]),
    });
    const { answer, userCode } = await scene.beginDevice();
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.body).toMatchObject({
      verification_uri: `${ORIGIN}/oauth/device`,
      verification_uri_complete: `${ORIGIN}/oauth/device?user_code=${userCode}`,
      expires_in: 600,
      interval: 5,
    });
    expect(userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  });

  it("waits until its user has allowed it, then reads as that user with what was allowed", async () => {
    const flow = await scene.beginDevice({}, { [PEER_HEADER]: "192.0.2.7" });
    expect((await scene.poll(flow)).body.error).toBe("authorization_pending");
    const found = deviceFound.parse(await (await find(flow.userCode.toLowerCase().replace("-", " "))).json());
    expect(found).toMatchObject({ clientName: "Test program", address: "192.0.2.7", access: "write" });
    expect(found.userCode).toBe(flow.userCode);
    expect((await scene.allowDevice(flow, { access: "write" })).status).toBe(200);
    expect(await newestEntry()).toMatchObject({
      event: "oauth-client.allowed",
      actorName: "member",
      target: "Test program (write)",
    });
    const { status, body } = await scene.poll(flow);
    expect([status, body.scope, body.token_type]).toEqual([200, "read write", "Bearer"]);
    expect(await scene.statusWith(body.access_token)).toBe(200);
    expect((await scene.userinfo(body.access_token)).body).toMatchObject({
      email: "member@example.org",
      role: "member",
      scope: "read write",
      workspace: null,
    });
    expect(
      (await scene.refresh({ ...flow, verifier: "", query: new URLSearchParams() }, body.refresh_token)).status,
    ).toBe(200);
  });

  it("may be limited to one workspace", async () => {
    const made = await app.app("workspaces.create", {
      connectionId: "local",
      projectId: "demo/device",
      slug: "device",
    });
    const { workspace } = connectionOperations["workspaces.create"].result.parse(await made.json());
    const flow = await scene.beginDevice();
    await scene.allowDevice(flow, { workspaceId: workspace.id });
    const { body } = await scene.poll(flow);
    expect((await scene.userinfo(body.access_token)).body).toMatchObject({ scope: "read", workspace: "device" });
  });

  it("is told that it was denied, once", async () => {
    const flow = await scene.beginDevice();
    expect((await app.app("oauthClients.denyDevice", { userCode: flow.userCode }, "viewer")).status).toBe(200);
    expect(await newestEntry()).toMatchObject({ event: "oauth-client.denied", actorName: "viewer" });
    expect((await scene.poll(flow)).body.error).toBe("access_denied");
    expect((await scene.poll(flow)).body.error).toBe("invalid_grant");
  });

  it("is told to slow down when it asks too often, from then on with a longer pause", async () => {
    const flow = await scene.beginDevice();
    const errors: string[] = [];
    for (const waitMs of [0, 1_000, 5_000, 16_000]) {
      nowMs += waitMs;
      errors.push((await scene.poll(flow)).body.error);
    }
    expect(errors).toEqual(["authorization_pending", "slow_down", "slow_down", "authorization_pending"]);
  });

  it.each([
    ["an unknown client", { client_id: "unknown" }, 401, "invalid_client"],
    ["another resource", { resource: "https://other.example/mcp" }, 400, "invalid_target"],
    ["unknown rights only", { scope: "admin" }, 400, "invalid_scope"],
  ])("gets no code with %s", async (_name, changes, status, error) => {
    const { answer } = await scene.beginDevice(changes);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it("is limited by address, and is told when to come back", async () => {
    const few = { perAddress: { points: 1, duration: 60 }, ofAll: MANY };
    const limited = new OauthScene(app, new OauthLimits({ registrations: WIDE, deviceRequests: few }));
    expect((await limited.beginDevice()).answer.status).toBe(200);
    const { answer } = await limited.beginDevice();
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});

describe("a device code", () => {
  it("works once, also for two requests that arrive together", async () => {
    const flow = await scene.beginDevice();
    await scene.allowDevice(flow);
    const answers = await Promise.all([scene.poll(flow), scene.poll(flow)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await scene.poll(flow)).body.error).toBe("invalid_grant");
  });

  it("works for its own client only", async () => {
    const [flow, other] = [await scene.beginDevice(), await scene.beginDevice()];
    await scene.allowDevice(flow);
    expect((await scene.poll(flow, { client_id: other.clientId })).body.error).toBe("invalid_grant");
    expect((await scene.poll(flow)).status).toBe(200);
  });

  it("expires, whether its user decided or not", async () => {
    const [flow, allowed] = [await scene.beginDevice(), await scene.beginDevice()];
    await scene.allowDevice(allowed);
    nowMs += 10 * MINUTE_MS;
    expect((await scene.poll(flow)).body.error).toBe("expired_token");
    expect((await scene.poll(allowed)).body.error).toBe("expired_token");
    expect((await scene.allowDevice(flow)).status).toBe(422);
    // An hour later nothing of it is stored.
    nowMs += 61 * MINUTE_MS;
    await scene.beginDevice();
    expect((await scene.poll(flow)).body.error).toBe("invalid_grant");
  });

  it("gives nothing when its user can no longer sign in", async () => {
    const flow = await scene.beginDevice();
    await scene.allowDevice(flow, { role: "viewer" });
    const id = await app.userId("viewer");
    const disable = (isDisabled: 0 | 1) =>
      app.dashboard.database.updateTable("user").set({ is_disabled: isDisabled }).where("id", "=", id).execute();
    await disable(1);
    expect((await scene.poll(flow)).body.error).toBe("access_denied");
    await disable(0);
  });
});

describe("a short code", () => {
  it("is read however it is typed, and nothing else is", () => {
    const code = generateUserCode();
    for (const typed of [code, shownUserCode(code), ` ${code.toLowerCase()} `, [...code].join(".")]) {
      expect(normalUserCode(typed)).toBe(code);
    }
    for (const typed of ["", "BCDF", "BCDFGHJKL", "AEIOUAEI", "BCDF-GHJ1", "ＢＣＤＦ-ＧＨＪＫ"]) {
      expect(normalUserCode(typed)).toBeNull();
    }
  });

  it("is decided once", async () => {
    const flow = await scene.beginDevice();
    const answers = await Promise.all([scene.allowDevice(flow), scene.allowDevice(flow, { role: "admin" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await find(flow.userCode)).status).toBe(422);
  });

  it("allows no more than the program asked for and than the user's role has", async () => {
    const reading = await scene.beginDevice({ scope: "read" });
    expect((await scene.allowDevice(reading, { access: "write" })).status).toBe(422);
    const writing = await scene.beginDevice();
    const refused = await scene.allowDevice(writing, { access: "write", role: "viewer" });
    expect([refused.status, (await failureOf(refused)).reason]).toEqual([403, "role"]);
    expect((await scene.allowDevice(writing, { workspaceId: "none" })).status).toBe(422);
    expect((await scene.poll(writing)).body.error).toBe("authorization_pending");
  });

  it("needs a signed-in user on a page of the dashboard", async () => {
    const { userCode } = await scene.beginDevice();
    expect((await find(userCode, null)).status).toBe(401);
    const elsewhere = { "sec-fetch-site": "cross-site" };
    const input = { userCode, access: "read", workspaceId: null };
    expect((await app.app("oauthClients.allowDevice", input, "member", elsewhere)).status).toBe(403);
  });

  it("cannot be guessed: a user's attempts are limited, right ones included", async () => {
    const { userCode } = await scene.beginDevice();
    const fresh = await TestDashboard.open({}, { now: () => new Date(nowMs) });
    const tries: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      tries.push((await fresh.app("oauthClients.findDevice", { userCode: generateUserCode() }, "viewer")).status);
    }
    const refused = await failureOf(await fresh.app("oauthClients.findDevice", { userCode }, "viewer"));
    expect([...new Set(tries.slice(0, 30)), tries.at(-1)]).toEqual([422, 429]);
    expect(refused).toMatchObject({ reason: "throttled", message: expect.stringMatching(/Try again in/) });
    await fresh.close();
  });
});

describe("the endpoint that says who a token acts as", () => {
  it("refuses what is neither a key nor a token", async () => {
    const { status, body } = await scene.userinfo("unknown");
    expect([status, body.error]).toEqual([401, "invalid_token"]);
  });
});
