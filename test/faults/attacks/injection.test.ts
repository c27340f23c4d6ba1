import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations, findOperation, type OperationId } from "@/lib/api/contract/operations";
import { isJsonObject } from "@/lib/guard/json-object";
import { Upstream } from "@/test/faults/relay-upstream";
import { sized } from "@/test/setup/test-length";
import { ServiceWithKeys } from "./service-keys";

const PROJECT = "demo/airline";
const FILE_TEXT = "CANARY-line-of-a-file";

let service: ServiceWithKeys;
let elsewhere: Upstream;
let readable: string;
let written: string;

function row(id: OperationId): Operation {
  const operation = findOperation(id);
  if (!operation) throw new Error(`${id} has no row.`);
  return operation;
}

const send = (operation: Operation, body: unknown) =>
  service.send({ ...operation, example: { ...operation.example, body } }, "a key of all projects", PROJECT);

async function storedCalls(): Promise<unknown> {
  const { text } = await send(row("calls.queryStats"), { project_id: PROJECT });
  return JSON.parse(text).count;
}

beforeAll(async () => {
  service = await ServiceWithKeys.open("other/team");
  elsewhere = await Upstream.start();
  readable = join(service.folder, "a-file.txt");
  written = join(service.folder, "written.txt");
  writeFileSync(readable, FILE_TEXT);
  const start = { project_id: PROJECT, id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d", op_name: "turn" };
  const times = { started_at: "2026-11-20T14:30:01Z", attributes: {}, inputs: { a: "b" } };
  await send(row("call.start"), { start: { ...start, trace_id: start.id, ...times } });
});

afterAll(async () => {
  await service.close();
  await elsewhere.stop();
});

/** Texts that would end a literal, a name or a placeholder of SQL, or that name a member of every object. */
const payloads = () => [
  `x') UNION ALL SELECT * FROM file('${readable}', 'LineAsString') --`,
  `started_at\`), (SELECT * FROM url('${elsewhere.url}/', 'LineAsString')) --`,
  `\\'; SELECT 1 INTO OUTFILE '${written}'; DROP TABLE calls; --`,
  `inputs.a'||(SELECT * FROM file('${readable}', 'LineAsString'))||'{p0:String}`,
  "__proto__.polluted",
  "inputs.constructor.prototype",
];

/** Returns every variant of a body with one text replaced by `payload`; project ids stay, since they are checked. */
function variants(value: unknown, payload: string): unknown[] {
  if (typeof value === "string") return value === PROJECT ? [] : [payload];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => variants(item, payload).map((changed) => value.with(at, changed)));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    variants(member, payload).map((changed) => ({ ...value, [name]: changed })),
  );
}

/** Members that the examples of the table do not show. */
const moreBodies: Partial<Record<string, object>> = {
  "calls.streamQuery": {
    project_id: PROJECT,
    filter: { op_names: ["turn"], thread_ids: ["t"], trace_ids: ["t"], parent_ids: ["p"] },
    query: { $expr: { $contains: { input: { $getField: "inputs.a" }, substr: { $literal: "b" } } } },
    sort_by: [{ field: "inputs.a", direction: "desc" }],
    columns: ["inputs.a"],
    expand_columns: ["inputs.a"],
  },
  "calls.queryStats": {
    project_id: PROJECT,
    query: { $expr: { $eq: [{ $convert: { input: { $getField: "inputs.a" }, to: "double" } }, { $literal: "1" }] } },
  },
};

/** How many payloads each place gets: in `npm test` one, the next one at the next place. */
const PAYLOADS_AT_A_PLACE = sized({ once: 1, all: 6 });

/** Places that were attacked before, so that not each request begins with the same payload. */
let placeCount = 0;

function attacked(body: unknown): unknown[] {
  const byPayload = payloads().map((payload) => variants(body, payload));
  return (byPayload[0] ?? []).flatMap((_, at) => {
    placeCount += 1;
    return [...byPayload.keys()]
      .slice(0, PAYLOADS_AT_A_PLACE)
      .map((payload) => byPayload[(placeCount + payload) % byPayload.length]?.[at]);
  });
}

const reading = allOperations.filter(
  ({ effect, body, audience }) => effect === "read" && body.kind === "json" && audience === "clients",
);

describe("a text in any place of a request that reads", () => {
  it("never becomes SQL: no file is read or written, nothing is called, and nothing is lost", async () => {
    for (const operation of reading) {
      const bodies = [operation.example.body, moreBodies[operation.id]].filter((body) => body !== undefined);
      for (const body of bodies.flatMap(attacked)) {
        const { status, text } = await send(operation, body);
        const place = `${operation.id} ${JSON.stringify(body)}`;
        expect([place, status, text]).toEqual([place, expect.toBeOneOf([200, 400, 403, 404, 409, 413, 422]), text]);
        expect([place, text.includes(FILE_TEXT)]).toEqual([place, false]);
      }
    }
    expect(placeCount).toBeGreaterThan(payloads().length);
    expect(elsewhere.seen).toEqual([]);
    expect(existsSync(written)).toBe(false);
    expect(await storedCalls()).toBe(1);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("reads what was stored under the names of members of all objects as data", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const inputs = `{${names.map((name) => `"${name}":{"polluted":"${name}"}`).join(",")}}`;
    const id = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c90";
    const call = { project_id: "demo/names", id, trace_id: id, op_name: "turn", started_at: "2026-11-20T14:30:01Z" };
    const start = `{"start":${JSON.stringify({ ...call, attributes: {} }).slice(0, -1)},"inputs":${inputs}}}`;
    expect((await send(row("call.start"), JSON.parse(start))).status).toBe(200);
    for (const name of names) {
      const eq = [{ $getField: `inputs.${name}.polluted` }, { $literal: name }];
      const { text } = await send(row("calls.streamQuery"), {
        project_id: "demo/names",
        query: { $expr: { $eq: eq } },
      });
      expect([name, text.includes(inputs)]).toEqual([name, true]);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a condition beyond reasonable size", () => {
  const nested = (depth: number) => `${'{"$not":['.repeat(depth)}{"$literal":true}${"]}".repeat(depth)}`;
  const wide = (count: number) => `{"$or":[${Array(count).fill('{"$literal":true}').join(",")}]}`;

  it.each([
    ["nested 10,000 deep", nested(10_000)],
    ["of 200,000 operands", wide(200_000)],
  ])("is refused by the service: %s", async (_, expression) => {
    const operation = row("calls.queryStats");
    const text = `{"project_id":"${PROJECT}","query":{"$expr":${expression}}}`;
    const { status } = await service.sendText(operation, "a key of all projects", text);
    expect(status).toBe(422);
    expect(await storedCalls()).toBe(1);
  });
});
