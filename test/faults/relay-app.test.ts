import { describe, expect, it } from "vitest";
import { allAppOperations } from "@/lib/api/contract/app/app-operations";
import { roles } from "@/lib/api/contract/operation/app-operation";
import { openDashboard } from "@/lib/api/server/dashboard/dashboard";
import { handleHealth } from "@/lib/api/server/service-call/health";
import { invite } from "@/lib/auth/first-access";
import { SecretKeyChangedError } from "@/lib/auth/key-check";
import { createInvitation } from "@/lib/database/account-links";
import { readEnvironment } from "@/lib/environment/environment";
import { AppUnderTest } from "./relay-app-client";
import { TestDashboard } from "./relay-dashboard";
import { Upstream } from "./relay-upstream";

const here = new AppUnderTest();

describe("access to operations", () => {
  it("follows from each row: 403 below its role, 401 without a session, allowed otherwise", async () => {
    for (const row of allAppOperations) {
      if (row.role === "anyone") continue;
      expect([row.id, (await here.refused(row.id, {}, null)).kind]).toEqual([row.id, "signed-out"]);
      for (const role of roles) {
        const response = await here.app.app(row.id, {}, role);
        const mayNot = roles.indexOf(role) < roles.indexOf(row.role);
        expect([row.id, role, response.status === 403]).toEqual([row.id, role, mayNot]);
      }
    }
  });

  it("is recorded in the audit log when it was denied", async () => {
    await here.app.app("connections.create", here.newInput(), "viewer");
    const { entries } = await here.ok("audit.list", { limit: 1 });
    expect(entries[0]).toMatchObject({ event: "operation.denied", target: "connections.create", isAllowed: false });
  });

  it("is denied to other sites, for reads too", async () => {
    for (const row of allAppOperations) {
      const response = await here.app.app(row.id, {}, "admin", { "sec-fetch-site": "cross-site" });
      expect([row.id, response.status]).toEqual([row.id, 403]);
    }
  });

  it("is denied for operations that have no row", async () => {
    for (const id of ["connections.reveal", "__proto__", "toString", ""]) {
      expect(await here.refused(id)).toMatchObject({ http: 404, kind: "not-found" });
    }
  });
});

describe("input", () => {
  it("with a member that the row does not define is rejected: roles and ids cannot be injected", async () => {
    expect(await here.refused("connections.create", here.newInput({ id: "mine" }))).toMatchObject({
      http: 422,
      locs: ["body"],
    });
    expect(
      await here.refused(
        "setup.complete",
        { token: "t", name: "n", email: "a@example.org", password: "x".repeat(12), role: "admin" },
        null,
      ),
    ).toMatchObject({ http: 422 });
  });

  it("that is not JSON or a supported form is rejected", async () => {
    expect(await here.refused("connections.list", "{")).toMatchObject({ http: 422 });
    const response = await here.app.app("connections.list", {}, "admin", { "content-type": "text/plain" });
    expect(response.status).toBe(415);
  });
});

describe("users", () => {
  it("see their own account", async () => {
    const { person } = await here.ok("session.current", {}, "viewer");
    expect(person).toEqual({
      id: await here.app.userId("viewer"),
      name: "viewer",
      email: "viewer@example.org",
      role: "viewer",
    });
  });

  it("are listed without any password data", async () => {
    const response = await here.app.app("users.list", {}, "viewer");
    const text = await response.text();
    expect(text).toContain("viewer@example.org");
    expect(text).not.toMatch(/hash|argon|"none"/);
  });

  it("create one account from a link, with the link's role", async () => {
    const { token } = await createInvitation(here.app.dashboard.database, "viewer", new Date());
    expect(await here.ok("setup.check", { token })).toEqual({ kind: "invitation", role: "viewer", email: null });
    const account = { token, name: "Ines", email: "Ines@Example.org", password: "a long enough one" };
    expect(await here.refused("setup.complete", { ...account, password: "short" }, null)).toMatchObject({
      locs: ["body.password"],
    });
    expect(await here.refused("setup.complete", { ...account, password: "Password12345" }, null)).toMatchObject({
      http: 422,
      locs: ["body.password"],
    });
    expect(await here.refused("setup.complete", { ...account, email: "viewer@example.org" }, null)).toMatchObject({
      locs: ["body.email"],
    });
    expect(await here.ok("setup.complete", account)).toEqual({ email: "ines@example.org" });
    expect(await here.refused("setup.complete", account, null)).toMatchObject({ http: 404, reason: "link" });
    expect(await here.refused("setup.check", { token }, null)).toMatchObject({ http: 404, reason: "link" });
    const { members } = await here.ok("users.list");
    expect(members.find((member) => member.email === "ines@example.org")?.role).toBe("viewer");
  });

  it("find every change in the audit log, with its author", async () => {
    const { id } = await here.newConnection();
    await here.ok("connections.delete", { id });
    const { entries } = await here.ok("audit.list", { limit: 2 });
    expect(entries.map((entry) => [entry.event, entry.target, entry.actorName])).toEqual([
      ["connection.deleted", id, "admin"],
      ["connection.created", id, "admin"],
    ]);
  });

  it("get invitation links that lead to this dashboard", async () => {
    const link = await invite(here.app.dashboard.database, here.app.dashboard.environment, "member", new Date());
    expect(link).toMatch(/^http:\/\/localhost:7700\/set-up#token=/);
  });
});

describe("the dashboard itself", () => {
  it("is healthy when its database and the embedded service respond, and names the one that does not", async () => {
    const service = await Upstream.start();
    const other = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(service.port) });
    service.json(200, { status: "ok" });
    expect((await handleHealth(other.dashboard)).status).toBe(200);
    service.json(200, { status: "ok", disk: "full" });
    const full = await handleHealth(other.dashboard);
    expect([full.status, await full.json()]).toEqual([
      200,
      { status: "ok", database: "ok", service: "ok", disk: "full" },
    ]);
    service.json(503, { status: "starting" });
    const unwell = await handleHealth(other.dashboard);
    expect([unwell.status, await unwell.json()]).toEqual([
      503,
      { status: "unavailable", database: "ok", service: "unavailable" },
    ]);
    await service.stop();
    expect((await handleHealth(other.dashboard)).status).toBe(503);
    await other.close();
  });

  it("does not start with a secret key other than the one that its credentials were stored with", async () => {
    const { dataFolder, DATABASE_URL } = here.app.dashboard.environment;
    const variables = {
      HEDDLE_DATA: dataFolder,
      DATABASE_URL,
      HEDDLE_SECRET_KEY: Buffer.from("another key, 32 bytes in length!").toString("base64"),
    };
    await expect(openDashboard(readEnvironment(variables))).rejects.toBeInstanceOf(SecretKeyChangedError);
  });
});
