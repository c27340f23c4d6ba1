import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { allOperations } from "@/lib/api/contract/operations";
import type { Environment } from "@/lib/environment/environment";
import type { Handlers } from "./http/handlers";
import { createRouter } from "./http/router";
import { serviceHandlers } from "./service-handlers";
import { createKeyVerifier } from "./state/key-verifier";
import { openState } from "./state/open-state";
import { openEmbeddedStore } from "./store/embedded-store";
import { openServerStore } from "./store/server-store";
import { CallWriter } from "./store/call-writer";
import { callTables } from "./store/schema-calls";
import type { Store } from "./store/store";

export interface Service {
  /** Answers one request. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Waits for writes, stops queries and lets go of the folder. */
  close(): Promise<void>;
}

type ServiceEnvironment = Pick<
  Environment,
  "dataFolder" | "CLICKHOUSE_URL" | "HEDDLE_API_KEY" | "HEDDLE_LOCAL_TOKEN"
>;

function openStore({ CLICKHOUSE_URL, dataFolder }: ServiceEnvironment): Store {
  return CLICKHOUSE_URL === undefined
    ? openEmbeddedStore({ folder: join(dataFolder, "traces") })
    : openServerStore(CLICKHOUSE_URL);
}
