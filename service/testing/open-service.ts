import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { findOperation, type OperationId } from "@/lib/api/contract/operations";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { check } from "@/service/kernel/bodies/read-body";
import type { ProviderVariables } from "@/service/kernel/providers/provider";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { RawJson, RawLines } from "@/service/traces/handlers/raw-json";
import { RequestLog } from "@/service/traces/handlers/request-log";
import { openServices } from "@/service/traces/open-services";
import type { Redaction } from "@/service/traces/redaction/redaction";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import type { RollupOptions } from "@/service/traces/store/rollups/call-rollups";
import { sharedFolder } from "@/test/setup/shared-folder";

const PATIENCE_MS = 600_000;

/** Reads take as long as they need: beside many others, a large one takes longer than a service waits. */
function patient(store: Store): Store {
  const read: Store["read"] = store.read.bind(store);
  store.read = (query) => read({ timeoutMs: PATIENCE_MS, ...query });
  return store;
}

/** A real store in a temporary folder, with handlers called as the router would: checked input, body text, context. */
export async function openTestService(
  providerVariables: ProviderVariables = {},
  rollupOptions: RollupOptions = {},
  redaction: Redaction | null = null,
  parent = tmpdir(),
) {
  const folder = mkdtempSync(join(parent, "heddle-service-"));
  const engine = patient(openEmbeddedStore({ folder: join(folder, "traces") }));
  const directory = new ProviderDirectory(providerVariables);
  const services = await openServices(engine, folder, directory, () => undefined, { rollupOptions, redaction });
  const { calls, store } = services;
  const identity = { userId: "key-test", name: "test", projects: null };

  function start(id: OperationId, handler: AnyHandler, body: unknown, options: RunOptions): unknown {
    const operation: Operation | undefined = findOperation(id);
    if (operation?.body.kind !== "json") throw new TypeError(`${id} takes no JSON body`);
    const bodyText = typeof body === "string" ? body : JSON.stringify(body);
    const input = {
      params: check(operation.params, options.params ?? {}, "path"),
      query: {},
      body: check(operation.body.schema, parseJson(bodyText), "body"),
    };
    const signal = options.signal ?? new AbortController().signal;
    const received = { requests: new RequestLog(), note: () => undefined };
    const header = (name: string) => options.headers?.[name] ?? null;
    const context = { ...services, ...received, identity, bodyText, signal, header, origin: "http://service" };
    return handler(input as never, context);
  }

  return {
    store,
    calls,
    services,
    /** The parsed response of a JSON operation. `body` may be text, to be sent exactly. */
    async ask<Result>(id: OperationId, handler: AnyHandler, body: unknown, options: RunOptions = {}): Promise<Result> {
      const result = await start(id, handler, body, options);
      // Untyped: the test asserts the members that it expects.
      return (result instanceof RawJson ? JSON.parse(result.text) : result) as Result;
    },
    /** All lines of a JSONL operation, parsed. */
    async lines<Row>(id: OperationId, handler: AnyHandler, body: unknown, options: RunOptions = {}): Promise<Row[]> {
      const rows: Row[] = [];
      for await (const item of start(id, handler, body, options) as AsyncIterable<unknown>) {
        if (!(item instanceof RawLines)) rows.push(item as Row);
        else for (const line of item.text.trimEnd().split("\n")) rows.push(JSON.parse(line));
      }
      return rows;
    },
    /** The items of a JSONL operation one by one, for a client that disconnects. */
    iterate(id: OperationId, handler: AnyHandler, body: unknown, signal: AbortSignal): AsyncIterable<unknown> {
      return start(id, handler, body, { signal }) as AsyncIterable<unknown>;
    },
    /** The text of a JSONL response, for the lines that handlers write as text. */
    async text(id: OperationId, handler: AnyHandler, body: unknown): Promise<string> {
      let text = "";
      for await (const item of start(id, handler, body, {}) as AsyncIterable<unknown>) {
        if (item instanceof RawLines) text += item.text;
      }
      return text;
    },
    async close(): Promise<void> {
      await calls.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the service of `openTestService()` that the test files of this process share, which takes half a second less each.
 * For files that read their own projects alone, change no settings and start no tasks. It is closed before another file
 * (`test/setup/shared-service.ts`), never by those that use it. A process that has no other file is ended with it.
 */
export async function sharedTestService(): Promise<TestService> {
  const shared = globalThis.sharedService as TestService | undefined;
  if (shared !== undefined) return shared;
  // Removed at the end of the run by the process that started this one.
  const parent = sharedFolder(process.ppid);
  mkdirSync(parent, { recursive: true });
  const opened = await openTestService({}, {}, null, parent);
  globalThis.sharedService = opened;
  return opened;
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;

interface RunOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every handler accepts the output of its row's schemas; `check` ensures it here as in the router. */
type AnyHandler = (input: never, context: HandlerContext) => unknown;
