import { createHmac } from "node:crypto";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { issueChange } from "@/lib/api/contract/issues/issues";
import { trainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { EXAMPLE_SETTINGS } from "@/lib/api/contract/training-runs/training-run-examples";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { EVENT_KINDS, type EventKind } from "@/lib/api/contract/watches/event-kinds";
import { eventSubscriptionSave } from "@/lib/api/contract/watches/event-subscriptions";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { watchSave } from "@/lib/api/contract/watches/watches";
import { compileSelection } from "@/lib/calls/calls-query";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { Leases } from "@/service/kernel/state/leases";
import { Seal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { observeVersions } from "@/service/traces/events/new-versions";
import { Issues } from "@/service/traces/issues/issues";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import type { EndPart, StartPart } from "@/service/traces/store/calls/call-parts";
import { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { type NewVersion, ObjectStore } from "@/service/traces/store/objects/object-store";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { LoggedRuns } from "@/service/training/training-runs/logged/logged-records";
import { TrainingRunRecords } from "@/service/training/training-runs/records/run-records";
import { WebhookSender } from "@/service/watches/channels/webhook-sender";
import { DiskWarnings } from "@/service/watches/disk/disk-warnings";
import { TestReceiver } from "@/service/watches/testing/test-receiver";
import { Watches } from "@/service/watches/watches";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const PRIVATE_TEXT = "in-no-message";
const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };
const { signal } = new AbortController();

let service: TestService;
let place: TemporaryState;
let receiver: TestReceiver;
let watches: Watches;
let leases: Leases;
let project: string;
let projects = 0;
let nowMs: number;

type Policy = ConstructorParameters<typeof AddressPolicy>[0]["HEDDLE_CONNECTION_POLICY"];

function openWatches(policy: Policy = "self-hosted"): Watches {
  const rules = new AddressPolicy({
    ...{ HEDDLE_CONNECTION_POLICY: policy, HEDDLE_CONNECTION_ALLOW: [], PORT: 7700, HEDDLE_URL: undefined },
    publicUrl: "http://localhost:7700",
  });
  return new Watches({
    ...{ state: place.state, seal: new Seal(Buffer.alloc(32, 7)), services: service.services, leases, log },
    sender: new WebhookSender(rules),
    link: () => null,
    address: (projectId, path) => `https://heddle.example/${projectId}/${path}`,
    now: () => nowMs,
  });
}

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  receiver = await TestReceiver.start();
  leases = await Leases.open(place.state, { log, durationMs: 30_000 });
  watches = openWatches();
});

beforeEach(() => {
  projects += 1;
  project = `demo/events-${projects}`;
  // What the service stores by itself is due by the clock of the machine.
  nowMs = Date.now() + MINUTE_MS;
  receiver.received.length = 0;
  receiver.statuses = [];
});

/** All subscriptions are followed together. */
afterEach(async () => {
  for (const { id } of await watches.channels.list(project)) await watches.removeChannel(project, id);
});

afterAll(async () => {
  await watches.close();
  await leases.close();
  await receiver.stop();
  await place.remove();
});

async function channel(url = receiver.url): Promise<string> {
  const given = { project_id: project, name: "Receiver", kind: "webhook", url, secret: SECRET };
  return (await watches.channels.save(channelSave.parse(given), (address) => watches.sender.check(address))).id;
}

async function subscribe(kinds: readonly EventKind[], members: object = {}): Promise<string> {
  const given = { project_id: project, name: "Everything", kinds, ...members };
  const channel_id = "channel_id" in members ? members.channel_id : await channel();
  const body = eventSubscriptionSave.parse({ ...given, channel_id });
  return (await watches.subscriptions.save(body, identity, signal)).id;
}

/** The parts of a call that has failed, unless the end says otherwise. */
function callParts(id: string, start: Partial<StartPart> = {}, end: Partial<EndPart> = {}) {
  const startedAt = engineTimeOf((nowMs - 2000) * 1000);
  const secret = payload({ text: PRIVATE_TEXT });
  return [
    startPart({ projectId: project, id, startedAt, opName: "answer", inputs: secret, ...start }),
    endPart({ projectId: project, id, endedAt: engineTimeOf(nowMs * 1000), exception: PRIVATE_TEXT, ...end }),
  ];
}

const logCall = (...call: Parameters<typeof callParts>) => service.calls.write(callParts(...call));

/** Logs many calls at once, by their position. */
const logCalls = (count: number, partsAt: (at: number) => ReturnType<typeof callParts>) =>
  service.calls.write(Array.from({ length: count }, (_, at) => partsAt(at)).flat());

const followAndSend = async () => {
  await watches.followEvents();
  await watches.send();
};

interface Received {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, Record<string, unknown>>;
}

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Received);
const failedIds = () => bodies().map(({ data }) => data.call?.id);

const version = (members: Partial<NewVersion> = {}): NewVersion => ({
  ...{ projectId: project, kind: "object", objectId: "prompt", digest: "one", val: `{"text":"${PRIVATE_TEXT}"}` },
  ...{ baseObjectClass: "Prompt", leafObjectClass: "Prompt", userId: "ada", sizeBytes: 7, ...members },
});

function observedObjects(): ObjectStore {
  const objects = new ObjectStore(service.store);
  objects.observer = observeVersions(place.state);
  return objects;
}

async function addQueue(calls: number): Promise<{ queues: AnnotationQueues; queueId: string; itemIds: string[] }> {
  const queues = new AnnotationQueues(place.state);
  const settings = { name: "Tone", description: "", scorerRefs: [], assignees: [], reviewsPerItem: null };
  const queueId = await queues.queues.add(project, settings, "ada");
  const subjects = Array.from({ length: calls }, (_, at) => ({
    ...{ kind: "call" as const, subject: `call-${at}`, call_id: `call-${at}`, trace_id: "t", thread_id: "" },
    ...{ op_name: "answer", started_at: engineTimeOf(0), ended_at: null },
  }));
  await queues.items.add(queueId, subjects, { displayFields: [], userId: "ada" });
  const items = await queues.items.list(project, queueId, "ada");
  return { queues, queueId, itemIds: items.map(({ id }) => id) };
}

const review = (queues: AnnotationQueues, queueId: string, itemId: string, userId = "ada") =>
  queues.items.setState({ projectId: project, queueId, itemId, userId }, "completed");

async function endServiceRun(id: string): Promise<void> {
  const records = new TrainingRunRecords(place.state);
  const settings = trainingRunSettings.parse({ ...EXAMPLE_SETTINGS, name: "Sums" });
  await records.add({ id, projectId: project, modelId: id, identity, settings, tasks: null, taskCount: 1, seed: 1 });
  await records.update(id, { state: "finished", reason: null, ended_at: new Date().toISOString() });
}

/** What makes each kind of event happen, and the data that its message has besides those of all. */
const CAUSES: Readonly<Record<EventKind, { cause: () => Promise<unknown>; data: () => object }>> = {
  "call.failed": {
    cause: () => logCall("broken", { opName: `weave:///${project}/op/answer:v0` }),
    data: () => ({
      ...{ name: "answer", sentence: "A call of answer failed", call: { id: "broken", op_name: "answer" } },
      url: `https://heddle.example/${project}/r/call/broken`,
    }),
  },
  "evaluation.ended": {
    cause: () => {
      const self = `weave:///${project}/object/sums:v0`;
      const root = { opName: `weave:///${project}/op/Evaluation.evaluate:v0`, inputs: payload({ self }) };
      return logCall("root", root, { exception: null, output: payload({ text: PRIVATE_TEXT }) });
    },
    data: () => ({
      ...{ name: "sums", sentence: "Evaluation sums finished" },
      evaluation: { id: "root", state: "finished", evaluation_ref: `weave:///${project}/object/sums:v0` },
    }),
  },
  "training_run.ended": {
    cause: () => endServiceRun(`run-of-${project}`),
    data: () => ({
      ...{ name: "Sums", training_run: { id: `run-of-${project}`, state: "finished" } },
      url: `https://heddle.example/${project}/r/run/${encodeURIComponent(`run-of-${project}`)}`,
    }),
  },
  "review_queue.done": {
    cause: async () => {
      const { queues, queueId, itemIds } = await addQueue(2);
      for (const itemId of itemIds) await review(queues, queueId, itemId);
    },
    data: () => ({ name: "Tone", sentence: "Review queue Tone is done: 2 items", review_queue: { item_count: 2 } }),
  },
  "issue.opened": {
    cause: async () => {
      await logCall("broken");
      const issues = new Issues({ state: place.state, services: service.services, leases, log, now: () => nowMs });
      await issues.look();
      await issues.close();
    },
    data: () => ({
      ...{ name: "answer", sentence: "answer fails in a new way", issue: { op_name: "answer", state: "new" } },
      url: expect.stringMatching(`^https://heddle.example/${project}/r/issue/[0-9a-f-]{36}$`),
    }),
  },
  "disk.low": {
    cause: () => new DiskWarnings({ state: place.state, reserve: { state: async () => "very-low" }, log }).judge(nowMs),
    data: () => ({
      ...{ name: "Disk", disk: { state: "very-low" } },
      sentence: "Less than a twentieth of the service's disk is free. Settings → Storage says what takes it.",
    }),
  },
  "watch.firing": {
    cause: async () => {
      const measure = { figure: "error_share", window_seconds: 60 };
      const settings = { name: "Errors", measure, condition: { kind: "above", level: 0.1 }, for_windows: 1 };
      const context = { ...service.services, signal };
      await watches.save(context, watchSave.parse({ project_id: project, settings }), identity);
      await logCalls(30, (at) => callParts(`broken-${at}`));
      nowMs += 3 * MINUTE_MS;
      await watches.judge();
    },
    data: () => ({ name: "Errors", value: 1, calls: 30 }),
  },
  "object.version_created": {
    cause: async () => await observedObjects().publish(version()),
    data: () => ({
      ...{ name: "prompt", sentence: "Object prompt has a new version" },
      object: { id: "prompt", digest: "one", kind: "object", class: "Prompt" },
      url: `https://heddle.example/${project}/weave/objects/prompt/versions/one`,
    }),
  },
};

it.each(EVENT_KINDS)("sends %s once, signed, without what calls and objects contain", async (kind) => {
  await subscribe([kind]);
  await CAUSES[kind].cause();
  await followAndSend();
  nowMs += MINUTE_MS;
  await watches.judge();
  await followAndSend();
  expect(receiver.received).toHaveLength(1);
  const [{ id, headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  expect(JSON.parse(body)).toMatchObject({
    ...{ type: kind, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    data: { project_id: project, is_test: false, ...CAUSES[kind].data() },
  });
  // As a receiver checks it: Standard Webhooks 1.0.
  const signed = `${id}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(SECRET.replace("whsec_", ""), "base64");
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
  expect(body).not.toContain(PRIVATE_TEXT);
  for (const { id: watchId } of (await watches.list(project)).watches) await watches.remove(project, watchId);
});

it("gives a receiver that was away for an hour all that happened, each once, also after a restart", async () => {
  await subscribe(["call.failed", "training_run.ended"]);
  // It closes connections, and later says that it is not available.
  receiver.statuses = [...Array(20).fill(null), ...Array(500).fill(503)];
  await logCall("before");
  await endServiceRun(`away-${project}`);
  for (let minute = 0; minute < 60; minute += 5) {
    if (minute === 30) {
      await watches.close();
      watches = openWatches();
      await logCall("meanwhile");
    }
    await followAndSend();
    nowMs += 5 * MINUTE_MS;
  }
  expect(receiver.received.every(({ status }) => status !== 200)).toBe(true);
  receiver.statuses = [];
  await logCall("after");
  for (let hour = 0; hour < 3; hour += 1) {
    await followAndSend();
    nowMs += HOUR_MS;
  }
  const taken = receiver.received.filter(({ status }) => status === 200);
  const names = taken
    .map(({ body }) => (JSON.parse(body) as Received).data)
    .map(({ call, training_run: run }) => (call ?? run)?.id);
  expect(names.toSorted()).toEqual(["after", `away-${project}`, "before", "meanwhile"].toSorted());
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4);
});

it("does not try each event of a receiver that does not answer: the others wait without a try", async () => {
  await subscribe(["call.failed"]);
  await logCalls(12, (at) => callParts(`call-${at}`));
  receiver.statuses = Array(100).fill(null);
  await followAndSend();
  const tried = receiver.received.length;
  // One batch at most, and not twice.
  expect(tried).toBeLessThan(12);
  nowMs += 4000;
  await watches.send();
  expect(receiver.received).toHaveLength(tried);
  receiver.statuses = [];
  for (let minute = 0; minute < 3; minute += 1) {
    nowMs += MINUTE_MS;
    await watches.send();
  }
  expect(new Set(receiver.received.filter(({ status }) => status === 200).map(({ id }) => id)).size).toBe(12);
});

it("sends one or all failed messages again on request, with their ids", async () => {
  await subscribe(["call.failed"]);
  await logCall("first");
  await logCall("second");
  receiver.statuses = Array(16).fill(500);
  for (let tries = 0; tries < 8; tries += 1) {
    await followAndSend();
    nowMs += 3 * HOUR_MS;
  }
  const listed = () => watches.outbox.list(project, { channelId: null, watchId: null });
  expect((await listed()).map(({ state, tries }) => [state, tries])).toEqual([
    ["failed", 8],
    ["failed", 8],
  ]);
  expect(await watches.outbox.failedCount(project, null)).toBe(2);
  const ids = new Set(receiver.received.map(({ id }) => id));
  receiver.received.length = 0;
  const [one] = await listed();
  expect(await watches.outbox.replay(project, one?.id ?? "", signal)).toMatchObject({ state: "sent", tries: 9 });
  expect(await watches.replayFailed(project, null)).toBe(1);
  await watches.send();
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(ids);
  expect(receiver.received).toHaveLength(2);
  expect(await watches.outbox.failedCount(project, null)).toBe(0);
});

/** Texts of the query box. */
const QUERIES = [
  "",
  "op:answer",
  "thread:thread-1",
  "attributes.env:prod",
  "source:replay",
  "inputs.n:3",
  "latency:>1s",
];

const selected = (query: string) =>
  compileSelection({ projectId: project, query, areRootsOnly: query === "op:answer", fromMs: null, toMs: null });

it.each(QUERIES)("finds the failed calls that the list of calls finds for %j", async (text) => {
  const { filter, query = null, problems } = selected(text);
  expect(problems).toEqual([]);
  await subscribe(["call.failed"], { query_text: text, filter, query });
  await logCalls(24, (at) => {
    const env = at % 3 === 0 ? "prod" : "test";
    const isReplay = at % 5 === 0;
    const attributes = payload({ env, ...(isReplay ? { heddle: { source: "replay" } } : {}) });
    const start = { opName: at % 2 === 0 ? "answer" : "retrieve", attributes, inputs: payload({ n: at }) };
    const parentId = at % 4 === 0 ? "parent" : null;
    const turn = { threadId: `thread-${at % 2}`, turnId: `call-${at}` };
    const exception = at % 6 === 5 ? null : "broken";
    return callParts(`call-${at}`, { ...start, parentId, ...turn }, { exception });
  });
  await followAndSend();
  const body = { project_id: project, filter, query: selected(`${text} status:error`).query };
  const listed = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, body);
  expect(listed.length).toBeGreaterThan(0);
  expect(failedIds().toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
});

it("looks at many calls in batches, and at none twice, whoever looks at the same time", async () => {
  await subscribe(["call.failed", "evaluation.ended"]);
  const other = openWatches();
  await logCalls(230, (at) => callParts(`call-${at}`));
  await Promise.all([watches, other, watches].map((each) => each.subscriptions.follow(signal)));
  await watches.subscriptions.follow(signal);
  await watches.send();
  await logCall("the last one");
  await followAndSend();
  const ids = Array.from({ length: 230 }, (_, at) => `call-${at}`);
  expect(failedIds().toSorted()).toEqual([...ids, "the last one"].toSorted());
  await other.close();
});

it("hears of what happens after it was switched on, and of nothing that happened before", async () => {
  await logCall("earlier");
  const channelId = await channel();
  const id = await subscribe(["call.failed"], { channel_id: channelId, is_on: false });
  await logCall("while off");
  await followAndSend();
  await subscribe(["call.failed"], { channel_id: channelId, subscription_id: id });
  await logCall("later");
  // A look of another time changes nothing.
  await subscribe(["call.failed"], { channel_id: channelId, subscription_id: id, name: "Renamed" });
  await followAndSend();
  expect(failedIds()).toEqual(["later"]);
});

it("stores no event of a change that is not stored", async () => {
  await subscribe(["training_run.ended", "review_queue.done"]);
  const logged = new LoggedRuns(place.state);
  const end = trainingRunLog.parse({ project_id: project, run: "grpo", iteration: 1, metrics: {}, state: "finished" });
  // A rollout that cannot be stored ends the transaction in which the run has ended already.
  const broken = { task: "add", messages: [], answer: 1n as unknown as string, reward: 1, scores: {} };
  await expect(logged.log({ ...end, rollouts: [broken] }, "ada")).rejects.toThrow("BigInt");
  await watches.send();
  expect(receiver.received).toEqual([]);
  await logged.log(end, "ada");
  // What has ended does not end again.
  await logged.log(end, "ada");
  await watches.send();
  expect(bodies().map(({ data }) => data.training_run?.state)).toEqual(["finished"]);
});

it("sends a version's event once the version is stored, and never when a kill kept it from being stored", async () => {
  await subscribe(["object.version_created"]);
  const objects = observedObjects();
  // Killed between the event and the version.
  await objects.observer?.note(version({ digest: "lost" }), 2 ** 52, 0);
  await objects.publish(version());
  await watches.send();
  expect(bodies().map(({ data }) => data.object?.digest)).toEqual(["one"]);
  nowMs += 15 * MINUTE_MS;
  await watches.send();
  expect(await watches.outbox.list(project, { channelId: null, watchId: null })).toHaveLength(1);
});

it("hears of a version once, however often it is published, and again after it was deleted", async () => {
  await subscribe(["object.version_created"]);
  const objects = observedObjects();
  await Promise.all([objects.publish(version()), objects.publish(version())]);
  await objects.publish(version({ digest: "two" }));
  await objects.publish(version());
  await watches.send();
  expect(bodies().map(({ data }) => data.object?.digest)).toEqual(["one", "two"]);
  await objects.remove(project, "prompt", ["two"]);
  await objects.publish(version({ digest: "two" }));
  await watches.send();
  expect(bodies().map(({ data }) => data.object?.digest)).toEqual(["one", "two", "two"]);
});

it("hears of a review queue when nothing is left of it, whatever ended it, and again when items were added", async () => {
  await subscribe(["review_queue.done"]);
  const { queues, queueId, itemIds } = await addQueue(3);
  const [first = "", second = "", third = ""] = itemIds;
  await review(queues, queueId, first);
  // The last two end at the same time.
  await Promise.all([review(queues, queueId, second), review(queues, queueId, third)]);
  await review(queues, queueId, third, "marek");
  const subject = {
    kind: "call" as const,
    subject: "more",
    call_id: "more",
    trace_id: "t",
    thread_id: "",
    op_name: "answer",
  };
  const added = { ...subject, started_at: engineTimeOf(0), ended_at: null } as const;
  await queues.items.add(queueId, [added], { displayFields: [], userId: "ada" });
  const [more] = (await queues.items.list(project, queueId, "ada")).filter(({ call_id: id }) => id === "more");
  await queues.items.remove({ projectId: project, queueId, itemId: more?.id ?? "", userId: "ada" });
  await watches.send();
  expect(bodies().map(({ data }) => data.review_queue?.item_count)).toEqual([3, 3]);
});

it("hears of an issue when it is new and when it is back, each once, and of none whose calls came late", async () => {
  await subscribe(["issue.opened"]);
  const issues = new Issues({ state: place.state, services: service.services, leases, log, now: () => nowMs });
  const reader = { store: service.store, signal };
  await logCall("first");
  await issues.look();
  const [found] = (await issues.list(reader, { project_id: project })).issues;
  const resolved = { project_id: project, issue_id: found?.id, action: { kind: "resolve" } };
  await issues.change(reader, issueChange.parse(resolved), identity);
  nowMs += HOUR_MS;
  await logCall("second", { attributes: payload({ release: "v14" }) });
  const before = engineTimeOf((nowMs - 48 * HOUR_MS) * 1000);
  await logCall("late", { opName: "import", startedAt: before }, { endedAt: before });
  await issues.look();
  nowMs += HOUR_MS;
  await issues.look();
  await watches.send();
  expect((await issues.list(reader, { project_id: project })).issues).toHaveLength(2);
  const ofAnswer = { id: found?.id, kind: "exception", op_name: "answer" };
  const told = bodies().map(({ data: { sentence, issue } }) => [sentence, issue]);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual(["answer fails in a new way", { ...ofAnswer, state: "new", release: null }]);
  expect(told).toContainEqual([
    "An issue of answer is back in v14",
    { ...ofAnswer, state: "regressed", release: "v14" },
  ]);
  await issues.close();
});

it("hears of the disk once a day for each state in which it has little space, also after a restart", async () => {
  const channelId = await channel();
  await subscribe(["disk.low"], { channel_id: channelId });
  await subscribe(["call.failed"], { channel_id: channelId, name: "Of calls" });
  const spaces = { size: 1000, free: 200 };
  const readSpace = async () => ({ sizeBytes: spaces.size, freeBytes: spaces.free });
  const reserve = await DiskReserve.open(place.folder, { bytes: 1, minFreeBytes: 10, readSpace });
  const day = Date.parse("2026-11-20T12:00:00Z");
  const judge = (atMs: number) => new DiskWarnings({ state: place.state, reserve, log }).judge(atMs);
  await judge(day);
  const unreadable = { state: () => Promise.reject(new Error("no such disk")) };
  await new DiskWarnings({ state: place.state, reserve: unreadable, log }).judge(day);
  for (const free of [99, 101, 99, 49]) {
    spaces.free = free;
    await judge(day + free);
  }
  await judge(day + 24 * HOUR_MS);
  spaces.free = 5;
  await reserve.check();
  await judge(day + 24 * HOUR_MS);
  await watches.send();
  const told = bodies().map(({ timestamp, data }) => [timestamp.slice(0, 10), data.disk?.state]);
  expect(told.toSorted()).toEqual([
    ["2026-11-20", "low"],
    ["2026-11-20", "very-low"],
    ["2026-11-21", "full"],
    ["2026-11-21", "very-low"],
  ]);
});

it("tells a channel once of what two subscriptions, or a watch and a subscription, tell it", async () => {
  const channelId = await channel();
  await subscribe(["call.failed"], { channel_id: channelId });
  await subscribe(["call.failed", "watch.firing"], { channel_id: channelId, name: "Another" });
  await logCall("broken");
  await followAndSend();
  expect(failedIds()).toEqual(["broken"]);
});

it("sends to no address that the policy does not allow, whether when it is entered or when it is sent to", async () => {
  const strict = openWatches("public-only");
  const given = channelSave.parse({
    project_id: project,
    name: "Inside",
    kind: "webhook",
    url: "https://10.0.0.1/hook",
  });
  await expect(strict.channels.save(given, (url) => strict.sender.check(url))).rejects.toThrow("Only public addresses");
  const id = await subscribe(["call.failed"]);
  const delivery = await strict.subscriptions.test(project, id, signal);
  expect(delivery).toMatchObject({ state: "failed", status: null, subscription_id: id });
  expect(receiver.received).toEqual([]);
  await strict.close();
});

it("sends an example of its first event as a test", async () => {
  const id = await subscribe(["object.version_created"]);
  expect(await watches.subscriptions.test(project, id, signal)).toMatchObject({ kind: "test", state: "sent" });
  expect(bodies()).toMatchObject([{ type: "object.version_created", data: { is_test: true, event_id: null } }]);
});

it("is deleted with its messages, and with its channel", async () => {
  const channelId = await channel();
  const id = await subscribe(["call.failed"], { channel_id: channelId });
  await logCall("broken");
  await watches.followEvents();
  await watches.subscriptions.remove(project, id);
  await watches.send();
  expect(receiver.received).toEqual([]);
  await subscribe(["call.failed"], { channel_id: channelId, name: "Another" });
  await watches.removeChannel(project, channelId);
  expect(await watches.subscriptions.list(project)).toEqual([]);
  await expect(subscribe(["call.failed"], { channel_id: channelId })).rejects.toThrow("not found");
});

it("accepts a filter that can be read only, and a name once", async () => {
  const channelId = await channel();
  const query = { $expr: { $eq: [{ $getField: "deleted_at; drop" }, { $literal: 1 }] } };
  await subscribe(["call.failed"], { channel_id: channelId });
  await expect(subscribe(["call.failed"], { channel_id: channelId })).rejects.toThrow("has the name");
  await expect(subscribe(["call.failed"], { channel_id: channelId, name: "Other", query })).rejects.toThrow();
});
