import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type AppOperationId, type AppResultOf, appOperations } from "@/lib/api/contract/app/app-operations";
import { failureBody, type ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { TestDashboard } from "./relay-dashboard";
import { Upstream } from "./relay-upstream";

export const PASSWORD = "CANARY-app-password";
export const TOKEN = "CANARY-app-token";

/**
 * A dashboard per file and a service per test, called as a page calls them; no response and no log line may contain a
 * canary.
 */
export class AppUnderTest {
  private opened: TestDashboard | undefined;
  private started: Upstream | undefined;
  private count = 0;

  constructor() {
    beforeAll(async () => {
      this.opened = await TestDashboard.open();
    });
    beforeEach(async () => {
      await this.restartUpstream();
    });
    afterEach(async () => {
      await this.upstream.stop();
      expect(this.app.logLines.join("")).not.toContain("CANARY");
    });
    afterAll(() => this.app.close());
  }

  get app(): TestDashboard {
    if (!this.opened) throw new Error("The dashboard is opened before the first test.");
    return this.opened;
  }

  get upstream(): Upstream {
    if (!this.started) throw new Error("The service is started before each test.");
    return this.started;
  }

  async restartUpstream(): Promise<void> {
    this.started = await Upstream.start();
  }

  /** Returns the checked result of an operation that must succeed. */
  async ok<Id extends AppOperationId>(id: Id, input: unknown = {}, role: Role = "admin"): Promise<AppResultOf<Id>> {
    const response = await this.app.app(id, input, role);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    expect(text).not.toContain("CANARY");
    // Checked by the result's own schema.
    return appOperations[id].result.parse(JSON.parse(text)) as AppResultOf<Id>;
  }

  /** Returns the failure of an operation that must not succeed; `locs` are the places of its detail. */
  async refused(id: string, input: unknown = {}, role: Role | null = "admin") {
    const response = await this.app.app(id, input, role);
    const text = await response.text();
    expect(text).not.toContain("CANARY");
    const { error }: { error: ServiceFailure } = failureBody.parse(JSON.parse(text));
    return { http: response.status, ...error, locs: error.detail?.map((item) => item.loc.join(".")) };
  }

  newInput(changes: Record<string, unknown> = {}): Record<string, unknown> & { baseUrl: string } {
    this.count += 1;
    return {
      name: `service ${this.count}`,
      baseUrl: this.upstream.url,
      dialect: "svc",
      basic: { username: "user", password: PASSWORD },
      bearer: { token: TOKEN },
      ...changes,
    };
  }

  async newConnection(changes: Record<string, unknown> = {}) {
    return (await this.ok("connections.create", this.newInput(changes))).connection;
  }
}
