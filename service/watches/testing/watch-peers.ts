import pino from "pino";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { Seal } from "@/service/kernel/state/seal";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { WebhookSender } from "@/service/watches/channels/webhook-sender";
import { Watches } from "@/service/watches/watches";
import { TestReceiver } from "./test-receiver";

const LEASE_MS = 3_000;

const log = pino({ level: "silent" });

/** The watches of one of several services: they share traces and the database. */
export interface WatchPeer {
  readonly state: ServiceState;
  readonly watches: Watches;
}

/** Two services with one database, and a receiver of their messages. */
export class WatchPeers {
  /** The clock of both. */
  nowMs: number;
  readonly #database: TestDatabase;
  readonly #leases: Leases[] = [];
  readonly #peers: WatchPeer[] = [];
  readonly service: TestService;
  readonly receiver: TestReceiver;

  private constructor(nowMs: number, database: TestDatabase, service: TestService, receiver: TestReceiver) {
    this.nowMs = nowMs;
    this.#database = database;
    this.service = service;
    this.receiver = receiver;
  }

  static async open(nowMs: number): Promise<WatchPeers> {
    return new WatchPeers(nowMs, await createTestDatabase(), await openTestService(), await TestReceiver.start());
  }

  /** Opens another service. */
  async join(): Promise<WatchPeer> {
    const state = await openState("/nonexistent/watch-peers", this.#database.url);
    const leases = await Leases.open(state, { log, durationMs: LEASE_MS });
    const policy = new AddressPolicy({
      ...{ HEDDLE_CONNECTION_POLICY: "self-hosted", HEDDLE_CONNECTION_ALLOW: [], PORT: 7700, HEDDLE_URL: undefined },
      publicUrl: "http://localhost:7700",
    });
    const watches = new Watches({
      ...{ state, leases, log, services: this.service.services, seal: new Seal(Buffer.alloc(32, 7)) },
      ...{ sender: new WebhookSender(policy), link: () => null, now: () => this.nowMs },
    });
    const peer = { state, watches };
    this.#leases.push(leases);
    this.#peers.push(peer);
    return peer;
  }

  async close(): Promise<void> {
    for (const { watches } of this.#peers) await watches.close();
    for (const leases of this.#leases) await leases.close();
    for (const { state } of this.#peers) await state.destroy().catch(() => undefined);
    await this.receiver.stop();
    await this.service.close();
    await this.#database.drop();
  }
}
