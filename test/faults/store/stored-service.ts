import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { MISSING_HEADER, type MissingRows, missingOf } from "@/lib/api/contract/admin/missing-rows";
import type { ProviderVariables } from "@/service/kernel/providers/provider";
import { openService, type Service } from "@/service/service";

const TOKEN = "token-of-this-start-0123456789012345678901234";

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** What the answer says that it lacks. */
  readonly missing: readonly MissingRows[];
}

async function answerOf(response: Response): Promise<Answer> {
  const missing = missingOf(response.headers.get(MISSING_HEADER));
  return { status: response.status, text: await response.text(), missing };
}

/** A service on a folder that outlives it, asked without a port. */
export class StoredService {
  private constructor(
    readonly folder: string,
    private readonly service: Service,
  ) {}

  static createFolder(): string {
    return mkdtempSync(join(tmpdir(), "heddle-stored-"));
  }

  static async open(
    folder = StoredService.createFolder(),
    providerVariables: ProviderVariables = {},
  ): Promise<StoredService> {
    const environment = { dataFolder: folder, HEDDLE_LOCAL_TOKEN: TOKEN };
    return new StoredService(folder, await openService(environment, pino({ level: "silent" }), providerVariables));
  }

  /** Sends a body as JSON; text and bytes exactly as they are. */
  async post(path: string, body: unknown): Promise<Answer> {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const response = await this.service.fetch(
      new Request(`http://service${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/json",
          "openai-project": "demo/airline",
        },
        body: isRaw ? (body as BodyInit) : JSON.stringify(body),
      }),
    );
    return await answerOf(response);
  }

  async get(path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await this.service.fetch(new Request(`http://service${path}`, { headers }));
    return await answerOf(response);
  }

  /** The calls of a project, one row each. @throws Error when the service refuses */
  async calls<Row>(project: string): Promise<Row[]> {
    const { status, text } = await this.post("/calls/stream_query", { project_id: project });
    if (status !== 200) throw new Error(`/calls/stream_query answered ${status}: ${text.slice(0, 300)}`);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Row);
  }

  /** Ends the service and keeps its folder. */
  async close(): Promise<void> {
    await this.service.close();
  }

  /** Ends the service and deletes its folder. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
