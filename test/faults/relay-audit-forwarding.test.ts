import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { appOperations } from "@/lib/api/contract/app/app-operations";
import { startForwarding } from "@/lib/api/server/audit-forwarding/start-forwarding";
import { DashboardWithService } from "./dashboard-with-service";
import { TestDashboard } from "./relay-dashboard";

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function forwardingOf(app: TestDashboard) {
  const response = await app.app("audit.forwarding");
  return appOperations["audit.forwarding"].result.parse(await response.json()).forwarding;
}

describe("the state of forwarding", () => {
  it("is nothing without a receiver, and only for admins", async () => {
    const app = await TestDashboard.open();
    ends.push(() => app.close());
    expect(await forwardingOf(app)).toBeNull();
    expect((await app.app("audit.forwarding", {}, "member")).status).toBe(403);
  });

  it("names the receiver without its path, what waits, and why", async () => {
    const app = await TestDashboard.open({ HEDDLE_AUDIT_FORWARD: "http://127.0.0.1:1/canary?token=canary" });
    ends.push(() => app.close());
    const receiver = "http://127.0.0.1:1";
    expect(await forwardingOf(app)).toMatchObject({ receiver, waiting: 0, sentAt: null, problem: null });
    await app.app("sessions.endOthers");
    await startForwarding(app.dashboard)();
    const after = await forwardingOf(app);
    expect(JSON.stringify(after)).not.toContain("canary");
    expect(app.logLines.join("")).not.toContain("canary");
    expect(after).toMatchObject({ receiver, waiting: 1, sentAt: null, problem: { message: expect.any(String) } });
  });
});

it("forwards what an API key did, without a visitor", async () => {
  const opened = await DashboardWithService.open();
  ends.push(() => opened.close());
  const { app, port } = opened;
  const made = await app.app("serviceKeys.create", { name: "cleaner" }, "member");
  const { key } = appOperations["serviceKeys.create"].result.parse(await made.json());
  const deleted = await fetch(`http://127.0.0.1:${port}/calls/delete`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` },
    body: JSON.stringify({ project_id: "e/p", call_ids: ["none"] }),
  });
  expect(deleted.status).toBe(200);

  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const received = once(server, "request").then(async ([request, response]) => {
    const body = await text(request);
    response.end();
    server.close();
    return body;
  });
  const HEDDLE_AUDIT_FORWARD = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { dashboard } = app;
  ends.push(startForwarding({ ...dashboard, environment: { ...dashboard.environment, HEDDLE_AUDIT_FORWARD } }));
  expect(await received).toMatch(/"event":"calls\.deleted","actor_id":"[^"]+","target":"key cleaner e\/p 1 selected/);
});
