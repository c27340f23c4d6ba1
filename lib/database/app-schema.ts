import type { Generated } from "kysely";
import type { Role } from "@/lib/api/contract/app-operation";
import type { Dialect } from "@/lib/api/contract/dialect";

/** Times are ISO 8601 UTC with milliseconds, so that text order is time order. */
type Timestamp = string;

/** SQLite has no boolean. */
type Flag = 0 | 1;

export interface UserTable {
  id: string;
  name: string;
  /** Lower case: two spellings of an address are one account. */
  email: string;
  role: Role;
  password_hash: string;
  is_disabled: Generated<Flag>;
  created_at: Timestamp;
}

export interface SessionTable {
  id: string;
  user_id: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
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

export interface WorkspaceTable {
  id: string;
  slug: string;
  /** A stored connection, or `local`; therefore no foreign key. */
  connection_id: string;
  project_id: string;
  created_at: Timestamp;
}

export interface AccountLinkTable {
  id: string;
  kind: "set-up" | "invitation";
  role: Role;
  /** SHA-256 of the token: the link itself stands in no file. */
  token_hash: string;
  created_at: Timestamp;
  /** Null for the set-up link, which is valid until it is used. */
  expires_at: Timestamp | null;
  used_at: Timestamp | null;
}

export interface AuditTable {
  id: Generated<number>;
  at: Timestamp;
  event: string;
  actor_id: string | null;
  target: string | null;
  is_allowed: Flag;
  request_id: string | null;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface AppSchema {
  user: UserTable;
  session: SessionTable;
  connection: ConnectionTable;
  workspace: WorkspaceTable;
  account_link: AccountLinkTable;
  audit: AuditTable;
  setting: SettingTable;
}
