import pino from "pino";
import { createRouter } from "@/service/http/router";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { Target } from "@/test/contract/target";
import type { TestService } from "./open-service";

const TEST_TOKEN = "local-token-of-a-test";

/** Handlers of some operations as a client reaches them: through the router, on a test's store. */
export function routerTarget({ services }: TestService, handlers: Partial<Handlers>): Target {
  const router = createRouter({
    services,
    // Tests call only the operations under test; the router omits operations without a handler.
    handlers: handlers as Handlers,
    keys: { verify: async () => null },
    localToken: TEST_TOKEN,
    log: pino({ level: "silent" }),
  });
  return new Target({
    name: "the router",
    dialect: "svc",
    send: async ({ method, path }, { body }) =>
      router.request(path, {
        method,
        headers: { authorization: `Bearer ${TEST_TOKEN}`, "x-heddle-user": "mia" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    readFailure: (status, body) => {
      const { reason, detail } = body as { reason?: string; detail?: { loc: (string | number)[] }[] };
      return { status, reason: reason ?? null, places: (detail ?? []).map(({ loc }) => loc.join(".")) };
    },
  });
}
