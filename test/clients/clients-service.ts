import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino from "pino";
import type { ProviderVariables } from "@/service/kernel/providers/provider";
import { openService } from "@/service/service";
import type { ServiceEnvironment } from "@/service/service-environment";

export const CLIENT_KEY = "hk_0123456789012345678901234567890123456789";

/** A call as a query returns it. */
type Call = Record<string, unknown> & { readonly id: string; readonly op_name: string };

export interface ClientsService {
  readonly url: string;
  /** Method and path of every request, with the status of its response. */
  readonly requests: readonly string[];
  /** Sends one operation and returns its JSON. */
  ask(path: string, body: unknown): Promise<Record<string, unknown>>;
  /** The calls of a project, by start. */
  calls(projectId: string): Promise<readonly Call[]>;
  close(): Promise<void>;
}

const authorization = `Basic ${Buffer.from(`api:${CLIENT_KEY}`).toString("base64")}`;

/** The service on a port, in an empty folder, for clients in processes of their own. */
export async function openClientsService(
  variables: Partial<ServiceEnvironment> = {},
  providerVariables: ProviderVariables = {},
): Promise<ClientsService> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-clients-"));
  const service = await openService(
    { dataFolder: folder, HEDDLE_API_KEY: CLIENT_KEY, ...variables },
    pino({ level: "silent" }),
    providerVariables,
  );
  const requests: string[] = [];
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const response = await service.fetch(request);
      requests.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
      return response;
    },
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function send(path: string, body: unknown): Promise<string> {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text;
  }

  return {
    url,
    requests,
    ask: async (path, body) => JSON.parse(await send(path, body)) as Record<string, unknown>,
    async calls(projectId) {
      const text = await send("/calls/stream_query", { project_id: projectId });
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Call]));
    },
    async close() {
      server.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
