import { describe, expect, it } from "vitest";
import { handleShare } from "@/lib/api/server/share/handle-share";
import { ShareLimits } from "@/lib/api/server/share/share-limits";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import { findOpenedShareLink } from "@/lib/database/share-links";
import { AppUnderTest } from "./relay-app-client";
import { ORIGIN } from "./relay-dashboard";

const here = new AppUnderTest();
const DAY_MS = 24 * 60 * 60 * 1000;

const line = (members: Record<string, unknown>) =>
  JSON.stringify({
    id: "call-1",
    project_id: "shared/p",
    op_name: "answer",
    trace_id: "trace-1",
    started_at: "2026-11-20T14:00:00Z",
    ended_at: "2026-11-20T14:00:01Z",
    inputs: { question: "Where is my bag?" },
    output: "In Hamburg",
    ...members,
  });

function replyWith(lines: readonly string[], missing: readonly object[] = []): void {
  here.upstream.reply = (response) => {
    if (missing.length > 0) response.setHeader("heddle-missing", JSON.stringify(missing));
    response.setHeader("content-type", "application/jsonl");
    response.end(lines.map((text) => `${text}\n`).join(""));
  };
}

let count = 0;

/** A workspace of the test's service, in which links are allowed. */
async function newWorkspace(isAllowed = true) {
  count += 1;
  const { id: connectionId } = await here.newConnection();
  const { workspace } = await here.ok("workspaces.create", { connectionId, projectId: "shared/p", slug: `w-${count}` });
  if (isAllowed) await here.ok("shareLinks.setAllowed", { workspaceId: workspace.id, isAllowed: true });
  return workspace;
}

const trace = (workspaceId: string, members: Record<string, unknown> = {}) => ({
  workspaceId,
  kind: "trace",
  targetId: "trace-1",
  title: "answer",
  ...members,
});

const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

async function open(url: string, limits = new ShareLimits(), headers: Record<string, string> = {}) {
  const request = new Request(url, { headers });
  const token = new URL(url).pathname.split("/").at(-1) ?? "";
  const response = await handleShare(here.app.dashboard, request, token, limits);
  const text = await response.text();
  expect(text).not.toContain("CANARY");
  return { status: response.status, headers: response.headers, text };
}

/** What a visitor can tell apart: everything but the id of the request. */
const visible = ({ status, headers, text }: Awaited<ReturnType<typeof open>>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== "x-request-id"),
});

describe("a link to a trace", () => {
  it("shows the trace without sign-in, with one read of fixed parameters and the rights of a viewer", async () => {
    const workspace = await newWorkspace();
    replyWith([line({}), line({ id: "call-2", parent_id: "call-1", op_name: "search" })]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id), "member");
    expect(url).toMatch(new RegExp(`^${ORIGIN}/share/hds_[A-Za-z0-9_-]{43}$`));
    const before = here.upstream.seen.length;
    const attempt = `${url}?project_id=other/p&filter={}&trace_id=trace-2&call_id=x&columns=attributes`;
    const page = await open(attempt, new ShareLimits(), {
      cookie: await here.app.cookie("admin"),
      "x-trace": "trace-2",
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Where is my bag?");
    expect(page.text).toContain("In Hamburg");
    expect(page.text).toContain("search");
    const seen = here.upstream.seen.slice(before);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.path.endsWith("/stream_query")).toBe(true);
    const body = JSON.parse(seen[0]?.body.toString() ?? "");
    expect(body.project_id).toBe("shared/p");
    expect(body.filter).toEqual({ trace_ids: ["trace-1"] });
    expect(body.query).toBeUndefined();
  });

  it("runs no script, loads nothing, and may be neither framed, cached nor indexed", async () => {
    const workspace = await newWorkspace();
    replyWith([
      line({ op_name: "</title><script>alert(1)</script>", inputs: { text: '<img src=x onerror="alert(1)">' } }),
    ]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    const { headers, text } = await open(url);
    expect(text).not.toMatch(/<script|<img src=x|<link|<iframe/i);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("sandbox");
    expect(policy).not.toMatch(/script-src|unsafe|https?:/);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("shows no call of another trace when the service ignores the filter", async () => {
    const workspace = await newWorkspace();
    replyWith([line({}), line({ id: "other", trace_id: "trace-2", inputs: { secret: "of another trace" } })]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    const { text } = await open(url);
    expect(text).toContain("In Hamburg");
    expect(text).not.toContain("of another trace");
  });

  it("reads no ref, file or picture that a payload names, and does not show attributes or users", async () => {
    const workspace = await newWorkspace();
    const inputs = {
      ref: "weave:///shared/p/object/prompt:abc",
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "http://169.254.169.254/latest/meta-data" } },
            { _type: "CustomWeaveType", weave_type: { type: "PIL.Image.Image" }, files: { "image.png": "digest-1" } },
          ],
        },
      ],
    };
    const attributes = { host: "machine-of-a-developer" };
    replyWith([line({ inputs, attributes, svc_user_id: "user-77" })]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    const before = here.upstream.seen.length;
    const { text } = await open(url);
    expect(here.upstream.seen.length - before).toBe(1);
    expect(text).not.toMatch(/<img|href=|src=/);
    expect(text).not.toContain("machine-of-a-developer");
    expect(text).not.toContain("user-77");
  });

  it("gives the same answer for unknown, malformed, expired, revoked and closed links and removed owners", async () => {
    const workspace = await newWorkspace();
    replyWith([line({})]);
    const unknown = await open(`${ORIGIN}/share/hds_${"A".repeat(43)}`);
    expect(unknown.status).toBe(404);
    const dead: string[] = [`${ORIGIN}/share/x`, `${ORIGIN}/share/hds_${"A".repeat(4000)}`];
    const revoked = await here.ok("shareLinks.create", trace(workspace.id), "member");
    expect((await open(revoked.url)).status).toBe(200);
    await here.ok("shareLinks.revoke", { id: revoked.id }, "member");
    const closed = await newWorkspace();
    const stopped = await here.ok("shareLinks.create", trace(closed.id), "member");
    await here.ok("shareLinks.setAllowed", { workspaceId: closed.id, isAllowed: false });
    const gone = await newWorkspace();
    const ofGone = await here.ok("shareLinks.create", trace(gone.id), "member");
    await here.ok("workspaces.delete", { id: gone.id });
    const demoted = await here.ok("shareLinks.create", trace(workspace.id), "member");
    await here.ok("users.setRole", { id: await here.app.userId("member"), role: "viewer" });
    for (const url of [...dead, revoked.url, stopped.url, ofGone.url, demoted.url]) {
      expect(visible(await open(url))).toEqual(visible(unknown));
    }
    await here.ok("users.setRole", { id: await here.app.userId("member"), role: "member" });
    expect((await open(demoted.url)).status).toBe(200);
    replyWith([]);
    expect(visible(await open(demoted.url))).toEqual(visible(unknown));
  });

  it("ends at its time", async () => {
    const workspace = await newWorkspace();
    const { url, expiresAt } = await here.ok("shareLinks.create", trace(workspace.id, { lifetimeDays: 1 }));
    const { database, now } = here.app.dashboard;
    expect(Date.parse(expiresAt) - now().getTime()).toBeLessThanOrEqual(DAY_MS);
    const at = (offsetMs: number) => new Date(Date.parse(expiresAt) + offsetMs);
    expect(await findOpenedShareLink(database, tokenOf(url), at(-1))).toBeDefined();
    expect(await findOpenedShareLink(database, tokenOf(url), at(0))).toBeUndefined();
    for (const lifetimeDays of [0, -1, 366, null, 1.5]) {
      expect(await here.refused("shareLinks.create", trace(workspace.id, { lifetimeDays }))).toMatchObject({
        http: 422,
        locs: ["body.lifetimeDays"],
      });
    }
  });

  it("names neither the service nor its answer when the service fails", async () => {
    const workspace = await newWorkspace();
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    here.upstream.json(500, { detail: "CANARY stack trace of the service" });
    const failed = await open(url);
    expect(failed.status).toBe(503);
    expect(failed.text).not.toContain("127.0.0.1");
    here.upstream.json(404, { detail: "Not Found" });
    expect((await open(url)).status).toBe(503);
  });

  it("says what is missing when the service's answer breaks off", async () => {
    const workspace = await newWorkspace();
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    here.upstream.reply = (response) => {
      response.writeHead(200, { "content-type": "application/jsonl" });
      response.write(`${line({})}\n`);
      response.write('{"id": "cut');
      setImmediate(() => response.destroy());
    };
    const { status, text } = await open(url);
    expect(status).toBe(200);
    expect(text).toContain("Calls are missing");
  });

  it("says what the project lacks because stored data is damaged", async () => {
    const workspace = await newWorkspace();
    const missing = { project_id: "shared/p", table: "call_rows", rows: 7, first: null, last: null };
    replyWith([line({})], [missing]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    expect((await open(url)).text).toContain("This document may be incomplete. 7 calls could not be read");
    replyWith([line({})]);
    expect((await open(url)).text).not.toContain("incomplete");
  });

  it("is throttled by address before the token is looked up, and by link", async () => {
    const workspace = await newWorkspace();
    replyWith([line({})]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id));
    const hour = 3600;
    const limits = new ShareLimits({
      perAddress: { points: 3, duration: hour },
      perLink: { points: 2, duration: hour },
      ofAll: { points: 9, duration: hour },
    });
    const from = (address: string) => ({ [PEER_HEADER]: address });
    const guess = (index: number) => `${ORIGIN}/share/guess-${index}`;
    for (const index of [1, 2, 3]) expect((await open(guess(index), limits, from("203.0.113.7"))).status).toBe(404);
    const known = await open(url, limits, from("203.0.113.7"));
    expect([known.status, (await open(guess(4), limits, from("203.0.113.7"))).status]).toEqual([429, 429]);
    expect(Number(known.headers.get("retry-after"))).toBeGreaterThan(0);
    const openings = await Promise.all(["8", "9", "10"].map((end) => open(url, limits, from(`203.0.113.${end}`))));
    expect(openings.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    // Invented addresses do not help: all of them together are limited too.
    const others = [
      await open(guess(5), limits, from("203.0.113.11")),
      await open(guess(6), limits, from("203.0.113.12")),
    ];
    expect(others.map(({ status }) => status)).toEqual([404, 429]);
  });
});

describe("a link to a thread", () => {
  it("shows the messages of the thread's turns and of no other thread", async () => {
    const workspace = await newWorkspace();
    const turn = { id: "turn-1", turn_id: "turn-1", thread_id: "thread-1" };
    replyWith([
      line(turn),
      line({ id: "turn-2", turn_id: "turn-2", thread_id: "thread-2", inputs: { question: "Another user's question" } }),
    ]);
    const { url } = await here.ok("shareLinks.create", trace(workspace.id, { kind: "thread", targetId: "thread-1" }));
    const { text } = await open(url);
    expect(text).toContain("Turn 1");
    expect(text).toContain("Where is my bag?");
    expect(text).not.toContain("Another user");
    expect(JSON.parse(here.upstream.last.body.toString()).filter).toEqual({ thread_ids: ["thread-1"] });
  });
});

describe("the list of links", () => {
  it("holds who, what, until when and the last opening, never the token; the log and the database do not either", async () => {
    const workspace = await newWorkspace();
    replyWith([line({})]);
    const made = await here.ok("shareLinks.create", trace(workspace.id, { title: "  a long name " }), "member");
    const token = tokenOf(made.url);
    await open(made.url);
    const listed = await here.ok("shareLinks.list", {}, "member");
    const link = listed.links.find(({ id }) => id === made.id);
    expect(link).toMatchObject({ title: "a long name", ownerName: "member", targetId: "trace-1", openCount: 1 });
    expect(link?.lastOpenedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(token);
    const rows = await here.app.dashboard.database.selectFrom("share_link").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const { entries } = await here.ok("audit.list", { limit: 5 }, "admin");
    expect(entries[0]).toMatchObject({
      event: "share-link.created",
      actorName: "member",
      target: `trace trace-1 of ${workspace.slug}`,
    });
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(here.app.logLines.join("")).not.toContain(token);
  });

  it("shows users their own links and admins all; others cannot revoke them", async () => {
    const workspace = await newWorkspace();
    const own = await here.ok("shareLinks.create", trace(workspace.id), "member");
    const ofAdmin = await here.ok("shareLinks.create", trace(workspace.id), "admin");
    const ids = async (role: "member" | "admin" | "viewer") =>
      (await here.ok("shareLinks.list", {}, role)).links.map(({ id }) => id);
    expect(await ids("member")).toContain(own.id);
    expect(await ids("member")).not.toContain(ofAdmin.id);
    expect(await ids("viewer")).toEqual([]);
    expect(await ids("admin")).toEqual(expect.arrayContaining([own.id, ofAdmin.id]));
    const refusal = await here.refused("shareLinks.revoke", { id: ofAdmin.id }, "member");
    expect(refusal).toMatchObject({ http: 404, reason: "share-link" });
    expect(await here.refused("shareLinks.revoke", { id: "none" }, "member")).toMatchObject({
      message: refusal.message,
    });
    const { link } = await here.ok("shareLinks.revoke", { id: own.id }, "admin");
    const again = await here.ok("shareLinks.revoke", { id: own.id }, "admin");
    expect(again.link.revokedAt).toBe(link.revokedAt);
    const { entries } = await here.ok("audit.list", { event: "share-link.revoked", limit: 1 }, "admin");
    expect(entries).toHaveLength(1);
  });
});

describe("sharing", () => {
  it("is off until an admin allows it for the workspace", async () => {
    const workspace = await newWorkspace(false);
    expect(await here.refused("shareLinks.create", trace(workspace.id))).toMatchObject({
      http: 403,
      reason: "sharing",
    });
    const change = { workspaceId: workspace.id, isAllowed: true };
    for (const role of ["viewer", "member"] as const) {
      expect(await here.refused("shareLinks.setAllowed", change, role)).toMatchObject({ http: 403, reason: "role" });
    }
    expect(await here.refused("shareLinks.setAllowed", change, null)).toMatchObject({ http: 401 });
    await here.ok("shareLinks.setAllowed", change);
    expect((await here.ok("shareLinks.list", {}, "viewer")).workspaces).toContainEqual({
      id: workspace.id,
      slug: workspace.slug,
      isSharingAllowed: true,
    });
    const { entries } = await here.ok("audit.list", { event: "sharing.allowed", limit: 1 }, "admin");
    expect(entries[0]).toMatchObject({ target: workspace.slug, actorName: "admin" });
    expect(await here.refused("shareLinks.setAllowed", { workspaceId: "none", isAllowed: true })).toMatchObject({
      http: 422,
    });
  });

  it("is for members: viewers and visitors create no links", async () => {
    const workspace = await newWorkspace();
    expect(await here.refused("shareLinks.create", trace(workspace.id), "viewer")).toMatchObject({ http: 403 });
    expect(await here.refused("shareLinks.create", trace(workspace.id), null)).toMatchObject({ http: 401 });
    expect(await here.refused("shareLinks.create", trace("none"), "member")).toMatchObject({ http: 422 });
    expect(await here.refused("shareLinks.list", {}, null)).toMatchObject({ http: 401 });
  });

  it("reserves its address: no workspace takes the name share", async () => {
    const input = { connectionId: "local", projectId: "share/p", slug: "share" };
    expect(await here.refused("workspaces.create", input)).toMatchObject({ http: 422, locs: ["body.slug"] });
  });
});
