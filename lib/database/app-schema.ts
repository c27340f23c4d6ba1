import type { Generated } from "kysely";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { SharedKind } from "@/lib/api/contract/app/share-links";
import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import type { Dialect } from "@/lib/api/contract/operation/dialect";

/** Times are ISO 8601 UTC with milliseconds, so that text order is time order. */
type Timestamp = string;

/** SQLite has no boolean. */
type Flag = 0 | 1;

interface UserTable {
  id: string;
  name: string;
  /** Lower case: two spellings of an address are one account. */
  email: string;
  role: Role;
  /** Empty for an account without a password: its user signs in with an identity only. */
  password_hash: string;
  is_disabled: Generated<Flag>;
  created_at: Timestamp;
}

interface SessionTable {
  id: string;
  user_id: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  /** From where it was opened; null for those of earlier versions. */
  device: string | null;
  address: string | null;
}

export interface ConnectionTable {
  id: string;
  name: string;
  base_url: string;
  dialect: Dialect;
  basic_username: string | null;
  /** Encrypted record, bound to this row and to the origin of `base_url`. */
  basic_password: string | null;
  bearer_token: string | null;
  /** The last connection test as JSON, in the contract's shape. */
  last_test: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface WorkspaceTable {
  id: string;
  slug: string;
  /** A stored connection, or `local`; therefore no foreign key. */
  connection_id: string;
  project_id: string;
  created_at: Timestamp;
  is_sharing_allowed: Generated<Flag>;
}

/** The role of a user in one workspace; users without a row have the role of the instance there. */
interface WorkspaceRoleTable {
  user_id: string;
  workspace_id: string;
  role: WorkspaceRole;
}

interface AccountLinkTable {
  id: string;
  kind: "set-up" | "invitation" | "password";
  role: Role;
  /** The user whose password a link of kind `password` sets; null for the others. */
  user_id: string | null;
  /** SHA-256 of the token: the link itself is not stored. */
  token_hash: string;
  /** Null when it was created on the machine itself. */
  created_by: string | null;
  created_at: Timestamp;
  /** Null for the set-up link, which is valid until it is used. */
  expires_at: Timestamp | null;
  used_at: Timestamp | null;
}

interface AuditTable {
  id: Generated<number>;
  at: Timestamp;
  event: string;
  actor_id: string | null;
  target: string | null;
  is_allowed: Flag;
  request_id: string | null;
  /** Of this entry and all before it; null in entries from before the log had a chain. */
  hash: string | null;
}

/** Deleted users, whom entries of the audit log still name. */
interface FormerUserTable {
  id: string;
  name: string;
  email: string;
  removed_at: Timestamp;
}

/** A user's identity at a sign-in provider: a subject is one user there, an address may change owners. */
interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Timestamp;
}

/** The state of a page, under a name: the query part of its address. */
interface SavedViewTable {
  id: string;
  workspace_id: string;
  /** The page's part of the address: `traces`. */
  page: string;
  name: string;
  query: string;
  owner_id: string;
  is_shared: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The view that a page opens with, for one user. */
interface DefaultViewTable {
  user_id: string;
  workspace_id: string;
  page: string;
  view_id: string;
}

/** A training job that was started from this dashboard. The service keeps the job's own record. */
interface TrainedJobTable {
  workspace_id: string;
  job_id: string;
  model_id: string;
  created_at: Timestamp;
}

/** The origin of one trajectory of such a job. */
interface TrainedTrajectoryTable {
  workspace_id: string;
  job_id: string;
  /** Its position in the request. */
  group_index: number;
  trajectory_index: number;
  reward: number;
  kind: "thread" | "trace" | "row";
  /** Id of the thread or trace; digest of the row. */
  origin_id: string;
  /** Digest of the row's table; null for the others. */
  table_digest: string | null;
}

/** A job that is about to be sent; becomes a started job once the service has returned its id. */
export interface LineagePlanTable {
  id: string;
  workspace_id: string;
  model_id: string;
  created_at: Timestamp;
  /** Null until the service has responded. */
  job_id: string | null;
}

/** The origin of one trajectory of such a job; deleted once the job has an id. */
interface PlannedTrajectoryTable extends Omit<TrainedTrajectoryTable, "workspace_id" | "job_id"> {
  plan_id: string;
}

/** A playground request that is shared by link. */
interface SharedRequestTable {
  id: string;
  workspace_id: string;
  owner_id: string;
  /** JSON text. */
  draft: string;
  created_at: Timestamp;
  /** The order of the owner's requests with the same time. */
  seq: Generated<number>;
}

/** A key with which agents and the command line read the dashboard as a user. */
interface AgentKeyTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the key: the key itself is not stored. */
  digest: string;
  access: AgentAccess;
  /** The only workspace that it may read; null for all. */
  workspace_id: string | null;
  created_at: Timestamp;
  /** Null for a key that is valid until it is revoked. */
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

/** A link that shows one trace or thread without sign-in. */
interface ShareLinkTable {
  id: string;
  /** SHA-256 of the token in its address: the token itself is not stored. */
  digest: string;
  workspace_id: string;
  owner_id: string;
  kind: SharedKind;
  /** Id of the trace or thread. */
  target_id: string;
  title: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  last_opened_at: Timestamp | null;
  open_count: Generated<number>;
}

/** A program that registered itself; nobody has vouched for its name. */
interface OauthClientTable {
  id: string;
  name: string;
  /** A list of addresses, as JSON. */
  redirect_uris: string;
  created_at: Timestamp;
}

/** The access that a user allowed a client; deleting the row ends all its tokens. */
interface OauthGrantTable {
  id: string;
  client_id: string;
  user_id: string;
  /** Where its codes were sent. */
  redirect_host: string;
  access: AgentAccess;
  /** The only workspace that it may read; null for all. */
  workspace_id: string | null;
  created_at: Timestamp;
  /** That of its newest refresh token. */
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface OauthCodeTable {
  /** SHA-256 of the code: the code itself is not stored. */
  digest: string;
  client_id: string;
  user_id: string;
  redirect_uri: string;
  /** SHA-256 of the client's verifier, in base64url. */
  challenge: string;
  access: AgentAccess;
  workspace_id: string | null;
  expires_at: Timestamp;
  /** The grant that it was exchanged for; null before. */
  grant_id: string | null;
}

interface OauthTokenTable {
  /** SHA-256 of the token: the token itself is not stored. */
  digest: string;
  kind: "access" | "refresh";
  grant_id: string;
  expires_at: Timestamp;
  /** When a refresh token was exchanged for its successor. */
  used_at: Timestamp | null;
}

/** A program that waits for the decision of a person who types its short code. */
interface OauthDeviceTable {
  /** SHA-256 of the device code: the code itself is not stored. */
  digest: string;
  /** SHA-256 of the short code. */
  user_code_digest: string;
  client_id: string;
  /** The most that the person may allow. */
  asked: AgentAccess;
  /** The address that the program asked from. */
  address: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Seconds that the program has to wait between two requests; grows when it does not. */
  interval_s: number;
  polled_at: Timestamp | null;
  state: "pending" | "allowed" | "denied";
  /** Who decided, and what was allowed; null before. */
  user_id: string | null;
  access: AgentAccess | null;
  /** The only workspace that it may read; null for all. */
  workspace_id: string | null;
}

/** The authenticator app of a user. */
interface SecondFactorTable {
  user_id: string;
  /** Encrypted record, bound to the user. */
  secret: string;
  created_at: Timestamp;
  /** Null until its first code was entered: sign-in does not ask for it before. */
  confirmed_at: Timestamp | null;
  /** The last time step whose code was accepted; codes of earlier steps are refused. */
  last_step: Generated<number>;
}

/** A code that replaces one code of the app; deleted by its use. */
interface RecoveryCodeTable {
  user_id: string;
  /** SHA-256 of the code: the code itself is not stored. */
  digest: string;
}

/** Counts of requests, as `rate-limiter-flexible` stores them. Only used in PostgreSQL: with SQLite one process counts. */
interface RateLimitTable {
  /** The hash of a caller's key. */
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
}

/** HTML files that show trajectories. */
interface RendererTable {
  id: string;
  workspace_id: string;
  name: string;
  /** A member of the metadata that trajectories must have; null for all trajectories. */
  metadata_key: string | null;
  /** Its value; empty for any. */
  metadata_value: string | null;
  html: string;
  /** Characters of the HTML, which lists do not read. */
  size: number;
  updated_at: Timestamp;
  updated_by: string | null;
}

/** Dashboards of a workspace. */
interface DashboardTable {
  id: string;
  workspace_id: string;
  name: string;
  /** JSON, as the contract describes it. */
  content: string;
  panel_count: number;
  /** Counts saves. */
  version: number;
  updated_at: Timestamp;
  updated_by: string | null;
}

interface SettingTable {
  name: string;
  value: string;
}

export interface AppSchema {
  user: UserTable;
  session: SessionTable;
  connection: ConnectionTable;
  workspace: WorkspaceTable;
  workspace_role: WorkspaceRoleTable;
  account_link: AccountLinkTable;
  audit: AuditTable;
  former_user: FormerUserTable;
  identity: IdentityTable;
  saved_view: SavedViewTable;
  default_view: DefaultViewTable;
  trained_job: TrainedJobTable;
  trained_trajectory: TrainedTrajectoryTable;
  lineage_plan: LineagePlanTable;
  planned_trajectory: PlannedTrajectoryTable;
  setting: SettingTable;
  shared_request: SharedRequestTable;
  agent_key: AgentKeyTable;
  share_link: ShareLinkTable;
  oauth_client: OauthClientTable;
  oauth_grant: OauthGrantTable;
  oauth_code: OauthCodeTable;
  oauth_token: OauthTokenTable;
  oauth_device: OauthDeviceTable;
  rate_limit: RateLimitTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  renderer: RendererTable;
  dashboard: DashboardTable;
}
