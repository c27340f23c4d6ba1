import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { type WatchDetail, type WatchSettingsInput, watchDraft, watchSave } from "@/lib/api/contract/watches/watches";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { Leases } from "@/service/kernel/state/leases";
import { Seal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { sized } from "@/test/setup/test-length";
import { WebhookSender } from "./channels/webhook-sender";
import { MailSender, smtpSettings } from "./mail/mail-sender";
import { TestMailServer } from "./testing/test-mail-server";
import { TestReceiver } from "./testing/test-receiver";
import { Watches } from "./watches";

const MINUTE_MS = 60_000;
/** Begins a window. */
const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };

let service: TestService;
let place: TemporaryState;
let receiver: TestReceiver;
let watches: Watches;
let leases: Leases;
let project: string;
let projects = 0;
let nowMs = BEGIN_MS;

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  receiver = await TestReceiver.start();
  leases = await Leases.open(place.state, { log, durationMs: 30_000 });
  watches = openWatches();
});

beforeEach(() => {
  projects += 1;
  project = `demo/watched-${projects}`;
  nowMs = BEGIN_MS;
  receiver.received.length = 0;
});

/** All watches are judged together, so that each would cost the tests after it something. */
afterEach(async () => {
  const { watches: left } = await watches.list(project);
  for (const { id } of left) await watches.remove(project, id);
});

afterAll(async () => {
  await watches.close();
  await leases.close();
  await receiver.stop();
  await place.remove();
});

function openWatches(mail: MailSender | null = null): Watches {
  const policy = new AddressPolicy({
    HEDDLE_CONNECTION_POLICY: "self-hosted",
    HEDDLE_CONNECTION_ALLOW: [],
    PORT: 7700,
    HEDDLE_URL: undefined,
    publicUrl: "http://localhost:7700",
  });
  return new Watches({
    ...{ state: place.state, seal: new Seal(Buffer.alloc(32, 7)), services: service.services, leases, log },
    sender: new WebhookSender(policy),
    mail,
    link: (projectId, watchId) => `https://heddle.example/${projectId}/r/watch/${watchId}`,
    now: () => nowMs,
  });
}

const context = () => ({ ...service.services, signal: new AbortController().signal });

/** Logs calls of one window, of which the first ones failed. */
async function logWindow(minute: number, calls: number, failed: number, opName = "op"): Promise<void> {
  const parts = Array.from({ length: calls }, (_, at) => {
    const id = `${project}-${opName}-${minute}-${at}`;
    const startedAt = engineTimeOf((BEGIN_MS + minute * MINUTE_MS + at) * 1000);
    const endedAt = engineTimeOf((BEGIN_MS + minute * MINUTE_MS + at + 500) * 1000);
    const exception = at < failed ? "broken" : null;
    return [
      startPart({ projectId: project, id, opName, startedAt }),
      endPart({ projectId: project, id, endedAt, exception }),
    ];
  });
  await service.calls.write(parts.flat());
}

async function channel(members: object = {}): Promise<string> {
  const given = { project_id: project, name: "Pager", kind: "webhook", url: receiver.url, secret: SECRET, ...members };
  return (await watches.channels.save(channelSave.parse(given), (url) => watches.sender.check(url))).id;
}

const settingsOf = (members: Partial<WatchSettingsInput> = {}): WatchSettingsInput => ({
  name: "Errors",
  measure: { figure: "error_share", window_seconds: 300 },
  condition: { kind: "above", level: 0.1 },
  for_windows: 2,
  least_calls: 10,
  ...members,
});

async function save(members: Partial<WatchSettingsInput> = {}, id: string | null = null): Promise<string> {
  const given = { project_id: project, watch_id: id, settings: settingsOf(members) };
  return (await watches.save(context(), watchSave.parse(given), identity)).id;
}

/** Judges and sends at a minute after the beginning. */
async function at(minute: number): Promise<void> {
  nowMs = BEGIN_MS + minute * MINUTE_MS;
  await watches.judge();
  await watches.send();
}

const kinds = (detail: WatchDetail) => detail.events.map(({ kind }) => kind);
const sent = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

it("fires after its windows, tells its channel once, and tells of the end", async () => {
  const id = await save({ channel_ids: [await channel()] });
  await logWindow(0, 40, 20);
  await logWindow(5, 40, 20);
  await at(6);
  expect(await watches.read(project, id)).toMatchObject({ state: "pending", groups: [{ held_windows: 1 }] });
  await at(11);
  await at(11);
  expect(await watches.read(project, id)).toMatchObject({ state: "firing" });
  expect((await watches.list(project)).firing_count).toBe(1);
  expect(sent()).toEqual(["watch.firing"]);
  expect(JSON.parse(receiver.received[0]?.body ?? "{}")).toMatchObject({
    data: { name: "Errors", value: 0.5, calls: 40, sentence: "Share of errors 50%, above 10% for 10 min, 40 calls" },
  });
  await logWindow(10, 40, 0);
  await at(16);
  expect(kinds(await watches.read(project, id))).toEqual(["resolved", "firing"]);
  expect(sent()).toEqual(["watch.firing", "watch.resolved"]);
});

it("stays quiet for three failed calls of three", async () => {
  const id = await save({ least_calls: undefined, for_windows: 1 });
  await logWindow(0, 3, 3);
  await at(6);
  expect(await watches.read(project, id)).toMatchObject({ state: "ok", groups: [{ last: { value: 1, calls: 3 } }] });
});

it("judges the windows that a stopped service missed, in order and once", async () => {
  const id = await save({ channel_ids: [await channel()] });
  await logWindow(0, 40, 20);
  await logWindow(5, 40, 20);
  await logWindow(10, 40, 0);
  await at(16);
  await watches.close();
  watches = openWatches();
  await at(16);
  expect(kinds(await watches.read(project, id))).toEqual(["resolved", "firing"]);
  // It had resolved before its first try.
  expect(sent()).toEqual([]);
  const deliveries = await watches.outbox.list(project, { channelId: null, watchId: id });
  expect(deliveries.map(({ state }) => state)).toEqual(["skipped"]);
});

it("has one state for each group", async () => {
  const id = await save({ measure: { figure: "error_share", by: "op", window_seconds: 300 }, for_windows: 1 });
  await logWindow(0, 40, 20, "broken");
  await logWindow(0, 40, 0, "sound");
  await at(6);
  const { groups } = await watches.read(project, id);
  expect(groups.map(({ value, state }) => [value, state])).toEqual([
    ["broken", "firing"],
    ["sound", "ok"],
  ]);
});

it("waits while it is muted, and tells afterwards what still fires", async () => {
  const id = await save({ channel_ids: [await channel()], for_windows: 1 });
  await watches.mute(project, id, new Date(BEGIN_MS + 60 * MINUTE_MS).toISOString());
  await logWindow(0, 40, 20);
  await at(6);
  expect(await watches.read(project, id)).toMatchObject({ state: "firing" });
  expect((await watches.list(project)).firing_count).toBe(0);
  expect(sent()).toEqual([]);
  await watches.mute(project, id, null);
  await watches.send();
  expect(sent()).toEqual(["watch.firing"]);
});

it("notes who looks at it, until it resolves", async () => {
  const id = await save({ for_windows: 1 });
  await logWindow(0, 40, 20);
  await at(6);
  const given = { project_id: project, watch_id: id, note: "The seat service is down" };
  expect(await watches.acknowledge(given, identity)).toMatchObject({
    groups: [{ acknowledged_by: "ada", note: "The seat service is down" }],
  });
  await logWindow(5, 40, 20);
  await at(11);
  expect((await watches.list(project)).firing_count).toBe(0);
  await logWindow(10, 40, 0);
  await at(16);
  expect(await watches.read(project, id)).toMatchObject({ groups: [{ acknowledged_by: null }] });
  await expect(watches.acknowledge(given, identity)).rejects.toThrow("Nothing fires");
});

it("ends what fires by a rule that is changed", async () => {
  const channels = [await channel()];
  const id = await save({ channel_ids: channels, for_windows: 1 });
  await logWindow(0, 40, 20);
  await at(6);
  await save({ channel_ids: channels, condition: { kind: "above", level: 0.9 } }, id);
  await watches.send();
  expect(sent()).toEqual(["watch.firing", "watch.resolved"]);
  expect(await watches.read(project, id)).toMatchObject({ state: "collecting", groups: [] });
});

it("would have fired when it does fire: the preview and the service agree", async () => {
  const id = await save();
  const failures = [0, 20, 20, ...sized({ once: [], all: [5, 0, 20, 20] })];
  for (const [window, failed] of failures.entries()) await logWindow(window * 5, 40, failed);
  for (const window of failures.keys()) await at(window * 5 + 6);
  nowMs = BEGIN_MS + failures.length * 5 * MINUTE_MS;
  const preview = await watches.preview(
    context(),
    watchDraft.parse({ project_id: project, settings: settingsOf(), days: 1 }),
  );
  const { events } = await watches.read(project, id);
  const firings = events.filter(({ kind }) => kind === "firing").map(({ at: end }) => Date.parse(end) - 300_000);
  const previewed = preview.groups[0]?.states.filter(({ state }) => state === "firing") ?? [];
  expect(previewed.map(({ from }) => Date.parse(from)).reverse()).toEqual(firings);
  expect(preview.firing_count).toBe(firings.length);
  expect(firings.length).toBeGreaterThan(0);
});

it("tries again after a failure with the same id, and logs the answer", async () => {
  const id = await save({ channel_ids: [await channel()], for_windows: 1 });
  await logWindow(0, 40, 20);
  receiver.statuses = [502];
  await at(6);
  const [waiting] = await watches.outbox.list(project, { channelId: null, watchId: id });
  expect(waiting).toMatchObject({ state: "waiting", tries: 1, status: 502, answer: "noted" });
  nowMs += 6_000;
  await watches.send();
  const [delivered] = await watches.outbox.list(project, { channelId: null, watchId: id });
  expect(delivered).toMatchObject({ state: "sent", tries: 2, status: 200 });
  expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1);
});

it("signs tests, sends them again on request, and returns neither address nor secret", async () => {
  const id = await channel();
  const { signal } = new AbortController();
  const tested = await watches.outbox.test(project, id, signal);
  expect(tested).toMatchObject({ kind: "test", state: "sent", status: 200 });
  expect(receiver.received[0]?.headers).toMatchObject({ "webhook-signature": expect.stringMatching(/^v1,/) });
  await watches.outbox.replay(project, tested.id, signal);
  expect(receiver.received.map((message) => message.id)).toEqual([tested.id, tested.id]);
  const text = JSON.stringify([await watches.channels.list(project), tested]);
  expect(text).not.toContain("in-the-address");
  expect(text).not.toContain(SECRET);
});

it("keeps its secret for its origin only", async () => {
  const id = await channel();
  const moved = { channel_id: id, url: "https://elsewhere.example/hook", secret: null };
  await channel(moved);
  expect(await watches.channels.list(project)).toMatchObject([
    { origin: "https://elsewhere.example", has_secret: false },
  ]);
});

it("sends to no address that the policy does not allow", async () => {
  await expect(channel({ url: "http://169.254.169.254/latest/meta-data" })).rejects.toThrow("Link-local");
});

it("removes a deleted channel from its watches, and a watch with its history", async () => {
  const channelId = await channel();
  const id = await save({ channel_ids: [channelId] });
  await watches.removeChannel(project, channelId);
  expect(await watches.read(project, id)).toMatchObject({ settings: { channel_ids: [] } });
  await watches.remove(project, id);
  await expect(watches.read(project, id)).rejects.toThrow("not found");
});

it("tells people by email, with one id in each try, and says so where no mail server is set", async () => {
  const server = await TestMailServer.start({ failures: ["451 try later"] });
  const mailed = openWatches(new MailSender(smtpSettings(`smtp://127.0.0.1:${server.port}`, "heddle@example.org")));
  const recipients = ["ines@example.org", "marek@example.org"];
  const id = await channel({ kind: "email", url: null, secret: null, recipients });
  const { signal } = new AbortController();
  const first = await mailed.outbox.test(project, id, signal);
  expect(first).toMatchObject({ state: "failed", status: 451 });
  expect(await mailed.outbox.replay(project, first.id, signal)).toMatchObject({ state: "sent", status: 250, tries: 2 });
  expect(server.received).toMatchObject([{ to: recipients, headers: { "message-id": `<${first.id}@example.org>` } }]);
  expect(server.received[0]?.text).toContain("This is a test of the channel Pager.");
  expect(await watches.outbox.test(project, id, signal)).toMatchObject({
    state: "failed",
    answer: "No mail server is set: HEDDLE_SMTP_URL.",
  });
  const [listed] = await watches.channels.list(project);
  expect(listed).toMatchObject({ kind: "email", origin: `mailto:${recipients.join(",")}` });
  await mailed.close();
  await server.stop();
});

it("counts what fired since a person read the notifications, for each person apart", async () => {
  const id = await save({ for_windows: 1 });
  await logWindow(0, 40, 20);
  await at(6);
  await logWindow(5, 40, 0);
  await at(11);
  const list = (userId: string) => watches.notifications.list({ projectId: project, userId });
  const { notifications, unread_count: unread } = await list("ada");
  expect(notifications.map(({ kind, name, watch_id: watchId }) => [kind, name, watchId])).toEqual([
    ["resolved", "Errors", id],
    ["firing", "Errors", id],
  ]);
  expect(unread).toBe(1);
  const [newest, oldest] = notifications;
  await watches.notifications.markRead({ projectId: project, userId: "ada" }, newest?.id ?? "");
  await watches.notifications.markRead({ projectId: project, userId: "ada" }, oldest?.id ?? "");
  expect(await list("ada")).toMatchObject({ unread_count: 0, notifications: [{ is_read: true }, { is_read: true }] });
  expect((await list("marek")).unread_count).toBe(1);
});
