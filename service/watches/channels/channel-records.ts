import type { Selectable } from "kysely";
import { v7 as uuid7 } from "uuid";
import { z } from "zod";
import type { InputOf } from "@/lib/api/contract/operations";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { ConflictError, NotFoundError, ValidationError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { type Seal, SealError } from "@/service/kernel/state/seal";
import type { Reseal } from "@/service/kernel/state/seal-replacement";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { SubscriptionRecords } from "@/service/traces/events/subscription-records";

const secrets = z.object({ url: z.string(), secret: z.string().nullable() });

type Secrets = z.infer<typeof secrets>;
type ChannelRow = Selectable<StateSchema["watch_channel"]>;

/** A channel with what it is sent to. */
export interface OpenedChannel {
  readonly id: string;
  readonly projectId: string;
  readonly kind: WatchChannel["kind"];
  readonly name: string;
  /** Null where it cannot be read. */
  readonly secrets: Secrets | null;
}

const placeOf = (id: string, origin: string): readonly string[] => ["watch-channel", id, origin];

function invalid(member: string, message: string): ValidationError {
  return new ValidationError([{ loc: ["body", member], msg: message, type: "value_error" }]);
}

const MAILTO = "mailto:";

/** Returns the recipients in the address of a channel by email. */
export const recipientsOf = (address: string): readonly string[] => address.slice(MAILTO.length).split(",");

/** Returns the address of a channel with what is shown of it: recipients are no secret. @throws ValidationError without one */
function addressOf(
  { kind, url: entered, recipients }: InputOf<"watchChannels.save">["body"],
  stored: string | null,
  checkUrl: (url: URL) => void,
) {
  if (kind === "email") {
    const url = recipients == null || recipients.length === 0 ? stored : `${MAILTO}${recipients.join(",")}`;
    if (url === null) throw invalid("recipients", "Enter an address");
    return { url, origin: url };
  }
  const url = entered ?? stored;
  if (url === null) throw invalid("url", "Enter the address");
  checkUrl(new URL(url));
  return { url, origin: new URL(url).origin };
}

/** The channels of all projects. Their addresses and secrets are encrypted on disk, and never returned. */
export class ChannelRecords {
  readonly #state: ServiceState;
  readonly #seal: Seal;

  constructor(state: ServiceState, seal: Seal) {
    this.#state = state;
    this.#seal = seal;
  }

  async list(projectId: string): Promise<WatchChannel[]> {
    const query = this.#state.selectFrom("watch_channel").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("name").execute()).map((row) => this.#described(row));
  }

  /** @throws NotFoundError */
  async find(projectId: string, id: string): Promise<OpenedChannel> {
    return this.#opened(await this.#row(projectId, id));
  }

  async #row(projectId: string, id: string): Promise<ChannelRow> {
    const query = this.#state.selectFrom("watch_channel").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    if (!row) throw new NotFoundError(`Channel ${id.slice(0, 128)} not found`);
    return row;
  }

  /**
   * Stores a channel. A secret that is not sent is kept while the address keeps its origin; for another origin it must be
   * entered again.
   *
   * @param checkUrl throws for an address that may not be called
   * @throws NotFoundError, ValidationError without an address, ConflictError for a name that is taken
   */
  async save(given: InputOf<"watchChannels.save">["body"], checkUrl: (url: URL) => void): Promise<WatchChannel> {
    const { project_id: projectId, name, kind, sends_resolved, sends_no_data, is_on } = given;
    const before = given.channel_id ? await this.#row(projectId, given.channel_id) : null;
    const stored = before === null ? null : this.#opened(before).secrets;
    const { url, origin } = addressOf(
      given,
      (before?.kind === "email") === (kind === "email") ? (stored?.url ?? null) : null,
      checkUrl,
    );
    const secret = given.secret ?? (before?.origin === origin ? (stored?.secret ?? null) : null);
    const id = before?.id ?? uuid7();
    const sealed = this.#seal.close(JSON.stringify({ url, secret } satisfies Secrets), placeOf(id, origin));
    const row = {
      ...{ name, kind, origin, sealed },
      sends_resolved: sends_resolved ? 1 : 0,
      sends_no_data: sends_no_data ? 1 : 0,
      is_on: is_on ? 1 : 0,
      updated_at: new Date().toISOString(),
    };
    try {
      await this.#state
        .insertInto("watch_channel")
        .values({ id, project_id: projectId, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      if (before?.is_on === 0 && is_on) await this.#beginAnew(id);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Another channel has the name ${name}.`);
    }
    return this.#described(await this.#row(projectId, id));
  }

  /** What happened while a channel was off is not sent: its subscriptions look at calls from now on. */
  async #beginAnew(id: string): Promise<void> {
    await this.#state.updateTable("event_subscription").set({ cursor: null }).where("channel_id", "=", id).execute();
  }

  /** Deletes a channel with its subscriptions and deliveries. @throws NotFoundError */
  async remove(projectId: string, id: string): Promise<void> {
    await this.#row(projectId, id);
    await this.#state.transaction().execute(async (transaction) => {
      await new SubscriptionRecords(transaction).remove("channel_id", id);
      await transaction.deleteFrom("watch_delivery").where("channel_id", "=", id).execute();
      await transaction.deleteFrom("watch_channel").where("id", "=", id).execute();
    });
  }

  #secretsOf({ id, origin, sealed }: ChannelRow): Secrets | null {
    if (sealed === null) return null;
    try {
      return secrets.parse(JSON.parse(this.#seal.open(sealed, placeOf(id, origin))));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // A lost key must not hide the channel: it says that its address must be entered again.
      return null;
    }
  }

  #opened(row: ChannelRow): OpenedChannel {
    const kind = row.kind as WatchChannel["kind"];
    return { id: row.id, projectId: row.project_id, name: row.name, kind, secrets: this.#secretsOf(row) };
  }

  #described(row: ChannelRow): WatchChannel {
    const { kind, secrets: opened } = this.#opened(row);
    return {
      id: row.id,
      name: row.name,
      kind,
      origin: row.origin,
      address: opened === null ? "unreadable" : "set",
      has_secret: opened !== null && opened.secret !== null,
      sends_resolved: row.sends_resolved === 1,
      sends_no_data: row.sends_no_data === 1,
      is_on: row.is_on === 1,
      updated_at: row.updated_at,
    };
  }
}

/** Seals the addresses and secrets of all channels with a new key. */
export async function resealChannels(state: ServiceState, reseal: Reseal): Promise<void> {
  for (const { id, origin, sealed } of await state.selectFrom("watch_channel").selectAll().execute()) {
    const renewed = sealed === null ? null : reseal(sealed, placeOf(id, origin));
    if (renewed === null) continue;
    await state.updateTable("watch_channel").set({ sealed: renewed }).where("id", "=", id).execute();
  }
}
