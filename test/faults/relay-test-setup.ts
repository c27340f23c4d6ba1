import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { failureBody, type ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { DashboardOptions } from "@/lib/api/server/dashboard/dashboard";
import { LOCAL_TOKEN_CANARY, PASSWORD_CANARY, TestDashboard, TOKEN_CANARY } from "./relay-dashboard";
import { Upstream } from "./relay-upstream";

export interface RelayTestSetup {
  readonly app: TestDashboard;
  readonly upstream: Upstream;
  /** The id of a connection to the upstream. */
  readonly connection: string;
}

const BASIC_PAIR = Buffer.from(`user:${PASSWORD_CANARY}`).toString("base64");

/**
 * A dashboard for all tests of a file, and for each test an upstream with a connection to it. After each test the log
 * must contain no stored secret.
 *
 * @param path the path of the connection's address below the upstream's, without a trailing slash
 */
export function startRelay(
  { path = "", ...options }: { readonly path?: string } & Omit<DashboardOptions, "log">,
  onScene: (scene: RelayTestSetup) => void,
): void {
  let app: TestDashboard;
  let upstream: Upstream;
  beforeAll(async () => {
    app = await TestDashboard.open({}, options);
  });
  beforeEach(async () => {
    upstream = await Upstream.start();
    onScene({ app, upstream, connection: await app.connect(`${upstream.url}${path}`) });
  });
  afterEach(async () => {
    await upstream.stop();
    for (const secret of [PASSWORD_CANARY, TOKEN_CANARY, LOCAL_TOKEN_CANARY, BASIC_PAIR, "CANARY"]) {
      expect(app.logLines.join("")).not.toContain(secret);
    }
  });
  afterAll(() => app.close());
}

/** undici's clock ticks once a second: shorter delays would be rounded up to it. */
export const shortLimits = (operation: Operation) => ({
  ...operation.limits,
  requestBytes: Math.min(operation.limits.requestBytes, 1024 * 1024),
  headersTimeoutMs: 1_000,
  idleTimeoutMs: 1_000,
});

/** The relay's failure response, with its status. */
export async function failureOf(response: Response): Promise<ServiceFailure & { http: number }> {
  return { ...failureBody.parse(await response.json()).error, http: response.status };
}
