import type { CallOperation } from "@/lib/import/import-service";
import { fakeObjects } from "@/lib/import/objects/testing/fake-objects";
import type { WeaveProject, WeaveTarget } from "@/lib/import/weave/weave-service";

export class Unsupported extends Error {}
class Refused extends Error {}

type Rows = readonly Record<string, unknown>[];

interface ProjectContent {
  readonly calls?: Rows;
  readonly objects?: Rows;
  readonly feedback?: Rows;
  /** Rows by the digest of their table. */
  readonly tables?: Readonly<Record<string, Rows>>;
  readonly files?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a fake reads requests of several operations
type Body = any;

const page = (rows: Rows, { offset = 0, limit = rows.length }: Body) => rows.slice(offset, offset + limit);

/** A project in memory, which is read. */
export function fakeProject(projectId: string, content: ProjectContent): WeaveProject {
  const { calls = [], objects = [], feedback = [], tables = {}, files = {} } = content;
  return {
    projectId,
    async ask(id, body: Body) {
      if (id === "calls.queryStats") return { count: calls.length } as never;
      if (id === "objs.query") return { objs: page(objects, body) } as never;
      if (body.fields?.[0] === "count(*)") return { result: [{ "count(*)": feedback.length }] } as never;
      return { result: page(feedback, body) } as never;
    },
    async *lines(id, body: Body) {
      const rows = id === "table.queryStream" ? tables[body.digest] : calls;
      if (rows === undefined) throw new Unsupported(`no table ${body.digest}`);
      for (const row of page(rows, body)) yield JSON.stringify(row);
    },
    async readFile(digest) {
      const text = files[digest];
      if (text === undefined) throw new Unsupported(`no file ${digest}`);
      return new TextEncoder().encode(text);
    },
    isUnsupported: (error) => error instanceof Unsupported,
    mayPass: () => false,
  };
}

/** An empty project in memory, which is written. Ids of feedback in `purged` are refused, as those of deleted records are. */
export function fakeTarget(projectId: string, purged: readonly string[] = []) {
  const calls = new Map<string, Record<string, unknown>>();
  const feedback = new Map<string, Record<string, unknown>>();
  const objects = fakeObjects();
  const batches: number[] = [];
  const addFeedback = (records: Rows) => {
    const refused = records.find(({ id }) => purged.includes(String(id)));
    if (refused) throw new Refused(`Feedback ${refused.id} was deleted.`);
    for (const record of records) feedback.set(String(record.id), record);
  };
  const writes: Readonly<Record<string, (body: Body, params: Body) => unknown>> = {
    "call.upsertBatch": ({ batch }) => {
      batches.push(batch.length);
      for (const { req } of batch) {
        const part = req.start ?? req.end;
        calls.set(part.id, { ...(calls.get(part.id) ?? {}), ...part });
      }
    },
    "feedback.createBatch": ({ batch }) => addFeedback(batch),
    "feedback.create": (record) => addFeedback([record]),
    "objs.query": async ({ filter }) => ({ objs: await objects.service.versionsOf(filter.object_ids[0]) }),
    "obj.create": async ({ obj }) => ({ digest: await objects.service.publish(obj.object_id, obj.val) }),
    "obj.addTags": ({ tags }, { object_id, digest }) => objects.service.addTags(object_id, digest, tags),
    "obj.setAliases": ({ aliases, digest }, { object_id }) => objects.service.setAliases(object_id, digest, aliases),
    "table.create": async ({ table }) => {
      const { digest, rowDigests } = await objects.service.storeRows(table.rows);
      return { digest, row_digests: rowDigests };
    },
  };
  const stored: WeaveProject = {
    ...fakeProject(projectId, {}),
    async ask(id, body: Body) {
      if (id === "calls.queryStats") return { count: calls.size } as never;
      const ids: string[] = body.query.$expr.$in[1].map((operand: { $literal: string }) => operand.$literal);
      return { result: ids.filter((one) => feedback.has(one)).map((one) => ({ id: one })) } as never;
    },
    async *lines(_id, body: Body) {
      for (const one of body.filter.call_ids) if (calls.has(one)) yield JSON.stringify(calls.get(one));
    },
  };
  const target: WeaveTarget = {
    stored,
    call: (async (id: string, body: Body, params: Body) => await writes[id]?.(body, params)) as CallOperation,
    storeFile: async (_name, bytes) => `stored-${bytes.length}`,
    isRefusal: (error) => error instanceof Refused,
  };
  return { target, calls, feedback, objects, batches };
}
