import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { type KeyScope, keyScopes } from "@/lib/api/contract/operation/key-scopes";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { createApiKey } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import { openService, type Service } from "@/service/service";
import { Upstream } from "@/test/faults/relay-upstream";

const LOCAL_TOKEN = "token-of-this-start-0123456789012345678901234";

/** The sender of a request to the service itself, as an SDK sends it. */
export type Sender =
  | "nobody"
  | "a key that was revoked"
  | "a key that has expired"
  | "a key of another project"
  | "a key of all projects"
  | `a key that may only ${KeyScope}`;

export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A real service in a folder of its own, with keys of each kind, and with a provider. */
export class ServiceWithKeys {
  private constructor(
    readonly folder: string,
    readonly service: Service,
    private readonly provider: Upstream,
    private readonly keys: ReadonlyMap<Sender, string>,
  ) {}

  /** @param otherProject the project of the key that is limited to one */
  static async open(otherProject: string): Promise<ServiceWithKeys> {
    const folder = mkdtempSync(join(tmpdir(), "heddle-keys-"));
    const state = await openState(folder);
    const revoked = await createApiKey(state, { name: "revoked" });
    const limited = await createApiKey(state, { name: "limited", projects: [otherProject] });
    const all = await createApiKey(state, { name: "all" });
    await state
      .updateTable("api_key")
      .set({ revoked_at: "2026-01-01T00:00:00.000Z" })
      .where("id", "=", revoked.id)
      .execute();
    const expired = await createApiKey(
      state,
      { name: "expired", expiresAt: "2026-01-02T00:00:00Z" },
      new Date("2026-01-01"),
    );
    const scoped: [Sender, string][] = [];
    for (const scope of keyScopes) {
      const { key } = await createApiKey(state, { name: scope, scopes: [scope] });
      scoped.push([`a key that may only ${scope}`, key]);
    }
    await state.destroy();
    // A configured provider, so that requests pass all checks of the service; it rejects them.
    const provider = await Upstream.start();
    provider.json(400, { error: { message: "refused" } });
    const service = await openService(
      { dataFolder: folder, HEDDLE_LOCAL_TOKEN: LOCAL_TOKEN },
      pino({ level: "silent" }),
      { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${provider.url}/v1` },
    );
    const keys = new Map<Sender, string>([
      ["a key that was revoked", revoked.key],
      ["a key that has expired", expired.key],
      ["a key of another project", limited.key],
      ["a key of all projects", all.key],
      ...scoped,
    ]);
    return new ServiceWithKeys(folder, service, provider, keys);
  }

  /** Sends the example of a row to its path. @param project named by the requests that name one in a header or a form */
  async send(operation: Operation, sender: Sender, project: string): Promise<Sent> {
    const { params = {}, query = {} } = operation.example;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const url = new URL(`http://service${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const key = this.keys.get(sender);
    // Operations that do not name their project in the address or the body name it in one of these headers.
    const headers = new Headers({ project_id: project, "openai-project": project });
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    const init: RequestInit = { method: operation.method, headers };
    if (operation.body.kind === "multipart") {
      const form = new FormData();
      form.set("project_id", project);
      form.set(operation.body.file, new Blob(["text"]), "note.txt");
      init.body = form;
    } else if (operation.body.kind !== "none") {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(operation.example.body);
    }
    const response = await this.service.fetch(new Request(url, init));
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** Sends a body exactly as given. */
  async sendText({ path, method }: Operation, sender: Sender, body: string): Promise<Sent> {
    const headers = { authorization: `Bearer ${this.keys.get(sender)}`, "content-type": "application/json" };
    const response = await this.service.fetch(new Request(`http://service${path}`, { method, headers, body }));
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.provider.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
