import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino from "pino";
import type { Dialect } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { openService } from "@/service/service";
import { SCRIPTED_TRAINER } from "@/service/training/testing/open-test-training";
import { PASSWORD_CANARY, TestDashboard } from "@/test/faults/relay-dashboard";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import type { Door, Failure, OperationRequest } from "./target";

/** The key that the test dashboard stores for its connections. */
const KEY = PASSWORD_CANARY;

type Detail = readonly { loc: readonly string[] }[];

function placesOf(detail: Detail | undefined): string[] {
  return (detail ?? []).map(({ loc }) => loc.join("."));
}

function pathOf(operation: Operation, { params = {}, query = {} }: OperationRequest): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** A real service on a real port, and every door to it: direct and through the relay, in both dialects. */
export async function openDoors() {
  const folder = mkdtempSync(join(tmpdir(), "heddle-contract-"));
  const provider = await OpenAiProvider.start();
  const environment = { dataFolder: folder, HEDDLE_API_KEY: KEY, HEDDLE_TRAINER: SCRIPTED_TRAINER };
  const service = await openService(environment, pino({ level: "silent" }), {
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: PROVIDER_KEY,
  });
  const server = serve({ fetch: service.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dashboard = await TestDashboard.open();

  const straight = (dialect: Dialect): Door => ({
    name: `straight at the service, ${dialect}`,
    dialect,
    send: async (operation, request) =>
      fetch(`${baseUrl}${pathOf(operation, request)}`, {
        method: operation.method,
        headers: { authorization: `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}` },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      }),
    readFailure: (status, body): Failure => {
      const { reason, detail } = body as { reason?: string; detail?: Detail };
      return { status, reason: reason ?? null, places: placesOf(detail) };
    },
  });

  /** The browser always uses the interface's names; the names sent to the service depend on the connection. */
  const relayed = (connection: string, dialect: Dialect): Door => ({
    name: `through the relay to a connection of dialect ${dialect}`,
    dialect: "svc",
    send: (operation, { params = {}, query = {}, body }) =>
      dashboard.call(operation.id, { connection, search: { ...params, ...query }, method: operation.method, body }),
    readFailure: (status, body): Failure => {
      const { error } = body as { error: { reason?: string; detail?: Detail } };
      return { status, reason: error.reason ?? null, places: placesOf(error.detail) };
    },
  });

  return {
    doors: [
      straight("svc"),
      straight("wb"),
      relayed(await dashboard.connect(baseUrl, "svc", KEY), "svc"),
      relayed(await dashboard.connect(baseUrl, "wb", KEY), "wb"),
    ],
    async close(): Promise<void> {
      await dashboard.close();
      server.close();
      await service.close();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Names of the doors, in the order in which they are opened: tests are declared before anything runs. */
export const doorNames = [
  "straight at the service, svc",
  "straight at the service, wb",
  "through the relay to a connection of dialect svc",
  "through the relay to a connection of dialect wb",
] as const;

export type DoorName = (typeof doorNames)[number];
