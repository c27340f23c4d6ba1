import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AppDatabase } from "./app-database";
import { secretDigest } from "./secret-digest";

/** How long an expired request is kept, so that its program learns that it has expired. */
const KEPT_MS = 60 * 60 * 1000;

interface NewOauthDevice {
  readonly deviceCode: string;
  /** As {@link normalUserCode} returns it. */
  readonly userCode: string;
  readonly clientId: string;
  readonly asked: AgentAccess;
  readonly address: string;
  readonly expiresAt: string;
  readonly intervalS: number;
}

/** Stores the hashes of a program's two codes. */
export async function insertOauthDevice(database: AppDatabase, device: NewOauthDevice, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - KEPT_MS).toISOString();
  await database.deleteFrom("oauth_device").where("expires_at", "<", forgotten).execute();
  await database
    .insertInto("oauth_device")
    .values({
      digest: secretDigest(device.deviceCode),
      user_code_digest: secretDigest(device.userCode),
      client_id: device.clientId,
      asked: device.asked,
      address: device.address,
      created_at: now.toISOString(),
      expires_at: device.expiresAt,
      interval_s: device.intervalS,
      polled_at: null,
      state: "pending",
      user_id: null,
      access: null,
      workspace_id: null,
    })
    .execute();
}

/** A program that waits for a decision, as the person who decides sees it. */
export interface WaitingDevice {
  readonly clientId: string;
  readonly clientName: string;
  readonly asked: AgentAccess;
  readonly address: string;
  readonly createdAt: string;
}

/** Returns the program that waits under a short code; undefined when none does, or no longer. */
export async function findWaitingDevice(
  database: AppDatabase,
  userCode: string,
  now: Date,
): Promise<WaitingDevice | undefined> {
  return await database
    .selectFrom("oauth_device")
    .innerJoin("oauth_client", "oauth_client.id", "oauth_device.client_id")
    .select(["oauth_device.client_id as clientId", "oauth_client.name as clientName", "oauth_device.asked"])
    .select(["oauth_device.address", "oauth_device.created_at as createdAt"])
    .where("oauth_device.user_code_digest", "=", secretDigest(userCode))
    .where("oauth_device.state", "=", "pending")
    .where("oauth_device.expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

interface DeviceDecision {
  readonly state: "allowed" | "denied";
  readonly userId: string;
  readonly access: AgentAccess | null;
  readonly workspaceId: string | null;
}

/** Stores what a person decided. @returns false when the code waits no longer: each is decided once */
export async function decideOauthDevice(
  database: AppDatabase,
  userCode: string,
  { state, userId, access, workspaceId }: DeviceDecision,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("oauth_device")
    .set({ state, user_id: userId, access, workspace_id: workspaceId })
    .where("user_code_digest", "=", secretDigest(userCode))
    .where("state", "=", "pending")
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A program's request, as its device code finds it. */
interface OauthDevice {
  readonly clientId: string;
  readonly state: "pending" | "allowed" | "denied";
  readonly expiresAt: string;
  readonly intervalS: number;
  readonly polledAt: string | null;
  readonly userId: string | null;
  readonly access: AgentAccess | null;
  readonly workspaceId: string | null;
  /** True when the account of the person who decided can no longer sign in. */
  readonly isUserDisabled: boolean;
}

export async function findOauthDevice(database: AppDatabase, deviceCode: string): Promise<OauthDevice | undefined> {
  const row = await database
    .selectFrom("oauth_device")
    .leftJoin("user", "user.id", "oauth_device.user_id")
    .select(["oauth_device.client_id as clientId", "oauth_device.state", "oauth_device.expires_at as expiresAt"])
    .select(["oauth_device.interval_s as intervalS", "oauth_device.polled_at as polledAt"])
    .select(["oauth_device.user_id as userId", "oauth_device.access", "oauth_device.workspace_id as workspaceId"])
    .select("user.is_disabled as isDisabled")
    .where("oauth_device.digest", "=", secretDigest(deviceCode))
    .executeTakeFirst();
  if (!row) return undefined;
  const { isDisabled, intervalS, ...device } = row;
  return { ...device, intervalS: Number(intervalS), isUserDisabled: Number(isDisabled ?? 0) !== 0 };
}

/** Records that a program asked, and how long it has to wait before it asks again. */
export async function recordDevicePoll(
  database: AppDatabase,
  deviceCode: string,
  intervalS: number,
  now: Date,
): Promise<void> {
  await database
    .updateTable("oauth_device")
    .set({ polled_at: now.toISOString(), interval_s: intervalS })
    .where("digest", "=", secretDigest(deviceCode))
    .execute();
}

/** Deletes a request. @returns false when another request did so before */
export async function takeOauthDevice(database: AppDatabase, deviceCode: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("oauth_device")
    .where("digest", "=", secretDigest(deviceCode))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
