import { z } from "zod";
import type { InputOf } from "@/lib/api/contract/operations";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { readyProviders } from "@/service/kernel/providers/ready-providers";
import type { StoredProvider } from "@/service/kernel/providers/stored-provider";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { type Seal, SealError } from "@/service/kernel/state/seal";
import type { Reseal } from "@/service/kernel/state/seal-replacement";
import type { StateSchema } from "@/service/kernel/state/state-schema";

const secrets = z.object({ apiKey: z.string().nullable(), extraHeaders: z.record(z.string(), z.string()) });

type Secrets = z.infer<typeof secrets>;

const NO_SECRETS: Secrets = { apiKey: null, extraHeaders: {} };

/** Providers configured in the dashboard. Their keys are encrypted on disk, and in clear text only in this process. */
export class ProviderSettings {
  readonly #state: ServiceState;
  readonly #seal: Seal;
  readonly #directory: ProviderDirectory;
  #stored: readonly StoredProvider[] = [];
  /** The rows as they were read last. */
  #known = "";

  private constructor(state: ServiceState, seal: Seal, directory: ProviderDirectory) {
    this.#state = state;
    this.#seal = seal;
    this.#directory = directory;
  }

  /** Reads the stored providers into the directory, now and after each change. */
  static async open(state: ServiceState, seal: Seal, directory: ProviderDirectory): Promise<ProviderSettings> {
    const settings = new ProviderSettings(state, seal, directory);
    await settings.#read();
    return settings;
  }

  /** Applies what other services have changed. */
  async refresh(): Promise<void> {
    await this.#read();
  }

  get directory(): ProviderDirectory {
    return this.#directory;
  }

  find(name: string): StoredProvider | null {
    return this.#stored.find((provider) => provider.name === name) ?? null;
  }

  /**
   * Secrets that are not sent are kept while the address keeps its origin; for another origin they must be entered
   * again.
   */
  async save(given: InputOf<"providers.set">["body"]): Promise<void> {
    const { name, base_url: baseUrl } = given;
    const before = this.find(name);
    const isSamePlace = before !== null && new URL(before.baseUrl).origin === new URL(baseUrl).origin;
    const storedSecrets = isSamePlace ? before : NO_SECRETS;
    const sealed: Secrets = {
      apiKey: (given.api_key ?? storedSecrets.apiKey) || null,
      extraHeaders: given.extra_headers ?? storedSecrets.extraHeaders,
    };
    const known = readyProviders.find((ready) => ready.name === name);
    const row: StateSchema["model_provider"] = {
      name,
      title: given.title || known?.title || name,
      base_url: baseUrl,
      sealed: this.#seal.close(JSON.stringify(sealed), secretContext(name, baseUrl)),
      api_version: given.api_version || null,
      updated_at: new Date().toISOString(),
    };
    await this.#state
      .insertInto("model_provider")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await this.#read();
  }

  /** @returns false when it was not configured */
  async remove(name: string): Promise<boolean> {
    const { numDeletedRows } = await this.#state
      .deleteFrom("model_provider")
      .where("name", "=", name)
      .executeTakeFirst();
    await this.#read();
    return numDeletedRows > 0n;
  }

  async #read(): Promise<void> {
    const rows = await this.#state.selectFrom("model_provider").selectAll().orderBy("name").execute();
    const known = JSON.stringify(rows);
    if (known === this.#known) return;
    this.#known = known;
    this.#stored = rows.map((row) => this.#opened(row));
    this.#directory.settle(this.#stored);
  }

  #opened(row: StateSchema["model_provider"]): StoredProvider {
    const { name, title, base_url: baseUrl, api_version: apiVersion, updated_at: updatedAt } = row;
    const plain = { name, title, baseUrl, apiVersion, updatedAt };
    try {
      const opened = secrets.parse(JSON.parse(this.#seal.open(row.sealed, secretContext(name, baseUrl))));
      return { ...plain, ...opened, isUnreadable: false };
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // A lost key must not prevent the service from starting: the settings show that it must be entered again.
      return { ...plain, ...NO_SECRETS, isUnreadable: true };
    }
  }
}

/** Seals the keys of all providers with a new key. */
export async function resealProviders(state: ServiceState, reseal: Reseal): Promise<void> {
  for (const { name, base_url: baseUrl, sealed } of await state.selectFrom("model_provider").selectAll().execute()) {
    const renewed = reseal(sealed, secretContext(name, baseUrl));
    if (renewed === null) continue;
    await state.updateTable("model_provider").set({ sealed: renewed }).where("name", "=", name).execute();
  }
}

/** A secret is sent only to the address that it was entered for. */
function secretContext(name: string, baseUrl: string): readonly string[] {
  return ["model-provider", name, new URL(baseUrl).origin];
}
