import { describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, BareService } from "@/test/bare-service/bare-service";
import { type Manner, type MannerName, manners } from "@/test/bare-service/manners";
import { sized } from "@/test/setup/test-length";
import { AppUnderTest } from "./relay-app-client";
import { failureOf } from "./relay-test-setup";

const here = new AppUnderTest();
const PROJECT = "demo/air";

/** The bare service with a manner of its own, and a connection to it. */
async function connected(manner: Manner, changes: Record<string, unknown> = {}) {
  const bare = await BareService.start(manner);
  bare.stored.events.set("job-1", []);
  const basic = { username: BARE_USER, password: BARE_PASSWORD };
  const input = { baseUrl: bare.url, basic, bearer: { token: BARE_TOKEN }, ...changes };
  return { bare, connection: await here.newConnection(input) };
}

const core = allOperations.filter(({ standing }) => standing === "core");
const extensions = allOperations.filter(
  ({ standing, audience, body }) =>
    standing === "extension" && audience === "clients" && !["media", "multipart"].includes(body.kind),
);

/** Calls an operation with its own example through the relay. */
async function relayed(connection: string, operation: (typeof allOperations)[number]): Promise<Response> {
  const { example, method, body } = operation;
  const search = Object.fromEntries(
    Object.entries({ ...example.params, ...example.query }).map(([name, value]) => [name, String(value)]),
  );
  const sent = body.kind === "none" ? {} : { body: example.body ?? {} };
  return await here.app.call(operation.id, { connection, search, method, role: "admin", ...sent });
}

/** Of 404, of one page for every path, and of a redirect: the others are variations of these. */
const FIRST: readonly MannerName[] = ["FastAPI", "an app of one page", "a redirect to a sign-in page"];
const names = Object.keys(manners) as MannerName[];
const tested = sized({ once: FIRST, all: names }).map((name): [string, Manner] => [name, manners[name]]);

describe.each(tested)("a bare service that answers like %s", (_name, manner) => {
  it("supports no extension in its test, and no operation of the interface is missing", async () => {
    const { bare, connection } = await connected(manner);
    const { test } = await here.ok("connections.test", { id: connection.id });
    const supportOf = new Map(test.operations.map(({ operation, support }) => [operation, support]));
    const wrong = core.filter(({ id, effect }) => {
      const support = supportOf.get(id);
      return support !== "supported" && !(support === "unknown" && effect === "write");
    });
    expect(wrong.map(({ id }) => [id, supportOf.get(id)])).toEqual([]);
    const claimed = test.operations.filter(
      ({ operation, support }) => support === "supported" && !core.some(({ id }) => id === operation),
    );
    expect(claimed).toEqual([]);
    for (const { id, effect } of extensions) {
      // Where OPTIONS is answered in one way everywhere, nothing is known of a write until it is used.
      const isLookedFor = effect === "read" || manner.options !== undefined;
      expect([id, supportOf.get(id)]).toEqual([id, isLookedFor ? "missing" : "unknown"]);
    }
    const core13 = (await here.ok("connections.list")).connections.find(({ id }) => id === connection.id)?.lastTest;
    expect(core13).toEqual(test);
    expect(bare.stored.calls).toEqual([]);
    await bare.stop();
  });

  it("has every extension relayed as not supported, and a missing thing of the interface as not found", async () => {
    const { bare, connection } = await connected(manner);
    const kinds: [string, string][] = [];
    for (const operation of extensions) {
      const response = await relayed(connection.id, operation);
      kinds.push([operation.id, response.ok ? "data" : (await failureOf(response)).kind]);
    }
    expect(kinds).toEqual(extensions.map(({ id }) => [id, "unsupported"]));

    const search = { training_job_id: "gone" };
    const events = await here.app.call("trainingJobs.events", { connection: connection.id, search });
    expect(await failureOf(events)).toMatchObject({ kind: "not-found" });
    const body = { project_id: PROJECT, object_id: "o", digest: "d" };
    const object = await here.app.call("obj.read", { connection: connection.id, body });
    expect(await failureOf(object)).toMatchObject({ kind: "not-found" });
    const count = await here.app.call("calls.queryStats", { connection: connection.id, body: { project_id: PROJECT } });
    expect(await count.json()).toMatchObject({ count: 0 });
    await bare.stop();
  });

  it("is asked for paths that cannot exist once per connection", async () => {
    const { bare, connection } = await connected(manner);
    const callRead = allOperations.filter(({ id }) => id === "call.read" || id === "calls.stats");
    for (const operation of [...callRead, ...callRead, ...callRead]) {
      await (await relayed(connection.id, operation)).body?.cancel();
    }
    const asked = bare.seen.filter((request) => request.includes("heddle-no-such-operation"));
    expect(asked.length).toBeLessThanOrEqual(2);
    await bare.stop();
  });

  it("shows rejected credentials as rejected, not as missing or supported operations", async () => {
    const basic = { username: BARE_USER, password: "wrong" };
    const { bare, connection } = await connected(manner, { basic, bearer: { token: "wrong" } });
    const { test } = await here.ok("connections.test", { id: connection.id });
    const reads = core.filter(({ effect }) => effect === "read").map(({ id }) => id as string);
    const found = test.operations.filter(({ operation }) => reads.includes(operation));
    expect(found.map(({ support }) => support)).toEqual(reads.map(() => "refused"));
    expect(test.operations.filter(({ support }) => support === "supported")).toEqual([]);
    await bare.stop();
  });
});

describe("a service whose answer to unknown paths changes", () => {
  it("is asked again after an answer of another kind, once the first is a minute old", async () => {
    const manner = { ...manners.Kong } as { unknown: Manner["unknown"] };
    const { bare, connection } = await connected(manner);
    const [operation] = extensions.filter(({ id }) => id === "call.read");
    if (!operation) throw new Error("The operation exists.");
    expect((await failureOf(await relayed(connection.id, operation))).kind).toBe("unsupported");
    manner.unknown = manners.Go.unknown;
    const clock = performance.now.bind(performance);
    performance.now = () => clock() + 61_000;
    try {
      expect((await failureOf(await relayed(connection.id, operation))).kind).toBe("unsupported");
    } finally {
      performance.now = clock;
    }
    await bare.stop();
  });
});

describe("an operation that has worked", () => {
  it("is not called unsupported by a bare 404 afterwards", async () => {
    const upstream = here.upstream;
    const { id } = await here.newConnection();
    const body = { project_id: PROJECT, id: "call-1" };
    upstream.json(200, { call: null });
    expect((await here.app.call("call.read", { connection: id, body })).status).toBe(200);
    upstream.json(404, "");
    expect(await failureOf(await here.app.call("call.read", { connection: id, body }))).toMatchObject({
      kind: "not-found",
    });
  });
});
