import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oauthClientOperations } from "@/lib/api/contract/app/oauth-client-operations";
import { clientAllowed } from "@/lib/api/contract/app/oauth-clients";
import { ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { MCP_URL } from "./agent-client";
import { fetchFromDashboard, REDIRECT_URI } from "./oauth-scene";
import { StoredSignIn } from "./stored-sign-in";

const HOUR_MS = 60 * 60 * 1000;

let app: TestDashboard;
let nowMs = Date.UTC(2026, 10, 23);

beforeAll(async () => {
  app = await TestDashboard.open({}, { now: () => new Date(nowMs) });
});

afterAll(async () => {
  expect(app.logLines.join("")).not.toMatch(/hd[ocr]_/);
  await app.close();
});

/** Allows what the client asks for, as the consent page does, and returns the answer that the client receives. */
async function allow(signIn: StoredSignIn): Promise<URL> {
  const input = { request: signIn.opened?.search.slice(1) ?? "", access: "read", workspaceId: null };
  const response = await app.app("oauthClients.allow", input, "member");
  return new URL(clientAllowed.parse(await response.json()).redirectTo);
}

describe("the client of the official SDK", () => {
  it("finds the sign-in by itself, registers, is allowed, uses tools, renews its token and is disconnected", async () => {
    const signIn = new StoredSignIn(MCP_URL, REDIRECT_URI, fetchFromDashboard(app));
    await expect(signIn.connect()).rejects.toThrow(UnauthorizedError);
    expect(signIn.opened?.origin).toBe(ORIGIN);
    expect(signIn.opened?.pathname).toBe("/oauth/authorize");
    expect(signIn.opened?.searchParams.get("resource")).toBe(MCP_URL);
    expect(signIn.opened?.searchParams.get("code_challenge_method")).toBe("S256");

    const answer = await allow(signIn);
    expect(answer.href.startsWith(`${signIn.redirectUrl}?`)).toBe(true);
    expect(answer.searchParams.get("state")).toBe("state of the client");
    expect(answer.searchParams.get("iss")).toBe(ORIGIN);
    await signIn.finish(answer);
    expect(signIn.stored).toMatchObject({ token_type: "Bearer", scope: "read", expires_in: 3600 });

    const client = await signIn.connect();
    expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(8);

    const { access_token: first } = signIn.stored ?? {};
    nowMs += HOUR_MS;
    expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(8);
    expect(signIn.stored?.access_token).not.toBe(first);

    const listed = await app.app("oauthClients.list", {}, "member");
    const { clients } = oauthClientOperations["oauthClients.list"].result.parse(await listed.json());
    expect(clients).toMatchObject([{ clientName: "Test agent", redirectHost: "127.0.0.1", access: "read" }]);
    await app.app("oauthClients.disconnect", { id: clients[0]?.id }, "member");
    signIn.opened = undefined;
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    // It asks again instead of failing for good.
    expect(signIn.opened).toBeDefined();
    await client.close();
  });
});
