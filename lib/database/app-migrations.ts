import { sql } from "kysely";
import type { Migrations } from "@/lib/sqlite/open-sqlite";

const FIRST_TABLES = [
  `create table user (
    id text primary key,
    name text not null,
    email text not null unique,
    role text not null check (role in ('viewer', 'member', 'admin')),
    password_hash text not null,
    is_disabled integer not null default 0,
    created_at text not null
  ) strict`,
  `create table session (
    id text primary key,
    user_id text not null references user (id) on delete cascade,
    created_at text not null,
    last_seen_at text not null
  ) strict`,
  "create index session_by_user on session (user_id)",
  `create table connection (
    id text primary key,
    name text not null unique,
    base_url text not null,
    dialect text not null check (dialect in ('svc', 'wb')),
    basic_username text,
    basic_password text,
    bearer_token text,
    last_test text,
    created_at text not null,
    updated_at text not null
  ) strict`,
  `create table workspace (
    id text primary key,
    slug text not null unique,
    connection_id text not null,
    project_id text not null,
    created_at text not null,
    unique (connection_id, project_id)
  ) strict`,
  "create index workspace_by_project on workspace (project_id)",
  `create table account_link (
    id text primary key,
    kind text not null check (kind in ('set-up', 'invitation')),
    role text not null check (role in ('viewer', 'member', 'admin')),
    token_hash text not null unique,
    created_at text not null,
    expires_at text,
    used_at text
  ) strict`,
  `create table audit (
    id integer primary key autoincrement,
    at text not null,
    event text not null,
    actor_id text,
    target text,
    is_allowed integer not null,
    request_id text
  ) strict`,
  "create table setting (name text primary key, value text not null) strict",
];

/** SQLite can change a check only by recreating the table. */
const PASSWORD_LINKS = [
  `create table account_link_made_anew (
    id text primary key,
    kind text not null check (kind in ('set-up', 'invitation', 'password')),
    role text not null check (role in ('viewer', 'member', 'admin')),
    user_id text references user (id) on delete cascade,
    token_hash text not null unique,
    created_by text,
    created_at text not null,
    expires_at text,
    used_at text
  ) strict`,
  `insert into account_link_made_anew (id, kind, role, token_hash, created_at, expires_at, used_at)
    select id, kind, role, token_hash, created_at, expires_at, used_at from account_link`,
  "drop table account_link",
  "alter table account_link_made_anew rename to account_link",
];

const PEOPLE_AND_VIEWS = [
  ...PASSWORD_LINKS,
  `create table former_user (
    id text primary key,
    name text not null,
    email text not null,
    removed_at text not null
  ) strict`,
  `create table identity (
    issuer text not null,
    subject text not null,
    user_id text not null references user (id) on delete cascade,
    created_at text not null,
    primary key (issuer, subject)
  ) strict, without rowid`,
  "create index identity_by_user on identity (user_id)",
  "create index audit_by_actor on audit (actor_id, id)",
  "create index audit_by_event on audit (event, id)",
  `create table saved_view (
    id text primary key,
    workspace_id text not null references workspace (id) on delete cascade,
    page text not null,
    name text not null,
    query text not null,
    owner_id text not null references user (id) on delete cascade,
    is_shared integer not null,
    created_at text not null,
    updated_at text not null,
    unique (workspace_id, page, owner_id, name)
  ) strict`,
  `create table default_view (
    user_id text not null references user (id) on delete cascade,
    workspace_id text not null references workspace (id) on delete cascade,
    page text not null,
    view_id text not null references saved_view (id) on delete cascade,
    primary key (user_id, workspace_id, page)
  ) strict, without rowid`,
];

const LINEAGE = [
  `create table trained_job (
    workspace_id text not null references workspace (id) on delete cascade,
    job_id text not null,
    model_id text not null,
    created_at text not null,
    primary key (workspace_id, job_id)
  ) strict, without rowid`,
  "create index trained_job_by_model on trained_job (workspace_id, model_id, created_at)",
  `create table trained_trajectory (
    workspace_id text not null,
    job_id text not null,
    group_index integer not null,
    trajectory_index integer not null,
    reward real not null,
    kind text not null check (kind in ('thread', 'trace', 'row')),
    origin_id text not null,
    table_digest text,
    primary key (workspace_id, job_id, group_index, trajectory_index),
    foreign key (workspace_id, job_id) references trained_job (workspace_id, job_id) on delete cascade
  ) strict, without rowid`,
  "create index trained_trajectory_by_origin on trained_trajectory (workspace_id, kind, origin_id)",
  `create index trained_trajectory_by_table on trained_trajectory (workspace_id, table_digest)
    where table_digest is not null`,
];

const SHARED_REQUESTS = [
  `create table shared_request (
    id text primary key,
    workspace_id text not null references workspace (id) on delete cascade,
    owner_id text not null references user (id) on delete cascade,
    draft text not null,
    created_at text not null
  ) strict`,
  "create index shared_request_by_owner on shared_request (owner_id, created_at)",
];

const LINEAGE_PLANS = [
  `create table lineage_plan (
    id text primary key,
    workspace_id text not null references workspace (id) on delete cascade,
    model_id text not null,
    created_at text not null,
    job_id text
  ) strict`,
  "create index lineage_plan_by_workspace on lineage_plan (workspace_id, created_at)",
  `create table planned_trajectory (
    plan_id text not null references lineage_plan (id) on delete cascade,
    group_index integer not null,
    trajectory_index integer not null,
    reward real not null,
    kind text not null check (kind in ('thread', 'trace', 'row')),
    origin_id text not null,
    table_digest text,
    primary key (plan_id, group_index, trajectory_index)
  ) strict, without rowid`,
];

const AGENT_KEYS = [
  `create table agent_key (
    id text primary key,
    user_id text not null references user (id) on delete cascade,
    name text not null,
    digest text not null unique,
    access text not null check (access in ('read', 'write')),
    workspace_id text references workspace (id) on delete cascade,
    created_at text not null,
    expires_at text,
    last_used_at text,
    revoked_at text
  ) strict`,
  "create index agent_key_by_user on agent_key (user_id)",
];

const SHARE_LINKS = [
  "alter table workspace add column is_sharing_allowed integer not null default 0 check (is_sharing_allowed in (0, 1))",
  // Links begin with /share/: a workspace of that name could not be reached any more.
  "update workspace set slug = 'share-' || substr(id, 1, 8) where slug = 'share'",
  `create table share_link (
    id text primary key,
    digest text not null unique,
    workspace_id text not null references workspace (id) on delete cascade,
    owner_id text not null references user (id) on delete cascade,
    kind text not null check (kind in ('trace', 'thread')),
    target_id text not null,
    title text not null,
    created_at text not null,
    expires_at text not null,
    revoked_at text,
    last_opened_at text,
    open_count integer not null default 0
  ) strict`,
  "create index share_link_by_owner on share_link (owner_id)",
];

const OAUTH = [
  // The consent page is /oauth/authorize.
  "update workspace set slug = 'oauth-' || substr(id, 1, 8) where slug = 'oauth'",
  `create table oauth_client (
    id text primary key,
    name text not null,
    redirect_uris text not null,
    created_at text not null
  ) strict`,
  `create table oauth_grant (
    id text primary key,
    client_id text not null references oauth_client (id) on delete cascade,
    user_id text not null references user (id) on delete cascade,
    redirect_host text not null,
    access text not null check (access in ('read', 'write')),
    workspace_id text references workspace (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    last_used_at text,
    unique (client_id, user_id)
  ) strict`,
  "create index oauth_grant_by_user on oauth_grant (user_id)",
  `create table oauth_code (
    digest text primary key,
    client_id text not null references oauth_client (id) on delete cascade,
    user_id text not null references user (id) on delete cascade,
    redirect_uri text not null,
    challenge text not null,
    access text not null check (access in ('read', 'write')),
    workspace_id text references workspace (id) on delete cascade,
    expires_at text not null,
    grant_id text
  ) strict`,
  `create table oauth_token (
    digest text primary key,
    kind text not null check (kind in ('access', 'refresh')),
    grant_id text not null references oauth_grant (id) on delete cascade,
    expires_at text not null,
    used_at text
  ) strict`,
  "create index oauth_token_by_grant on oauth_token (grant_id)",
];

const SECOND_FACTOR = [
  `create table second_factor (
    user_id text primary key references user (id) on delete cascade,
    secret text not null,
    created_at text not null,
    confirmed_at text,
    last_step integer not null default 0
  ) strict`,
  `create table recovery_code (
    user_id text not null references user (id) on delete cascade,
    digest text not null,
    primary key (user_id, digest)
  ) strict`,
];

const WORKSPACE_ROLES = [
  `create table workspace_role (
    user_id text not null references user (id) on delete cascade,
    workspace_id text not null references workspace (id) on delete cascade,
    role text not null check (role in ('viewer', 'member', 'admin', 'none')),
    primary key (user_id, workspace_id)
  ) strict`,
  "create index workspace_role_by_workspace on workspace_role (workspace_id)",
];

const OAUTH_DEVICES = [
  `create table oauth_device (
    digest text primary key,
    user_code_digest text not null unique,
    client_id text not null references oauth_client (id) on delete cascade,
    asked text not null check (asked in ('read', 'write')),
    address text not null,
    created_at text not null,
    expires_at text not null,
    interval_s integer not null,
    polled_at text,
    state text not null check (state in ('pending', 'allowed', 'denied')),
    user_id text references user (id) on delete cascade,
    access text check (access in ('read', 'write')),
    workspace_id text references workspace (id) on delete cascade
  ) strict`,
  "create index oauth_device_by_end on oauth_device (expires_at)",
];

/**
 * The app database's migrations, in SQLite's dialect; `lib/postgres/translate-table.ts` reads them for PostgreSQL. A
 * released
 * entry never changes; a change is a new entry.
 */
export const appMigrations: Migrations = {
  "001-first-tables": {
    up: async (database) => {
      for (const statement of FIRST_TABLES) await sql.raw(statement).execute(database);
    },
  },
  "002-people-and-views": {
    up: async (database) => {
      for (const statement of PEOPLE_AND_VIEWS) await sql.raw(statement).execute(database);
    },
  },
  "003-lineage": {
    up: async (database) => {
      for (const statement of LINEAGE) await sql.raw(statement).execute(database);
    },
  },
  "004-shared-requests": {
    up: async (database) => {
      for (const statement of SHARED_REQUESTS) await sql.raw(statement).execute(database);
    },
  },
  "005-lineage-plans": {
    up: async (database) => {
      for (const statement of LINEAGE_PLANS) await sql.raw(statement).execute(database);
    },
  },
  "006-agent-keys": {
    up: async (database) => {
      for (const statement of AGENT_KEYS) await sql.raw(statement).execute(database);
    },
  },
  "007-share-links": {
    up: async (database) => {
      for (const statement of SHARE_LINKS) await sql.raw(statement).execute(database);
    },
  },
  "008-oauth": {
    up: async (database) => {
      for (const statement of OAUTH) await sql.raw(statement).execute(database);
    },
  },
  "009-shared-request-order": {
    up: async (database) => {
      await sql`alter table shared_request add column seq integer not null default 0`.execute(database);
    },
  },
  "010-rate-limit": {
    up: async (database) => {
      await sql`
        create table rate_limit (
          key text primary key,
          points integer not null,
          expire integer
        ) strict, without rowid`.execute(database);
      await sql`create index rate_limit_by_end on rate_limit (expire)`.execute(database);
    },
  },
  "011-session-origin": {
    up: async (database) => {
      await sql`alter table session add column device text`.execute(database);
      await sql`alter table session add column address text`.execute(database);
    },
  },
  "012-second-factor": {
    up: async (database) => {
      for (const statement of SECOND_FACTOR) await sql.raw(statement).execute(database);
    },
  },
  "013-workspace-roles": {
    up: async (database) => {
      for (const statement of WORKSPACE_ROLES) await sql.raw(statement).execute(database);
    },
  },
  "014-audit-chain": {
    up: async (database) => {
      await sql`alter table audit add column hash text`.execute(database);
    },
  },
  "015-renderers": {
    up: async (database) => {
      await sql`
        create table renderer (
          id text primary key,
          workspace_id text not null references workspace (id) on delete cascade,
          name text not null,
          metadata_key text,
          metadata_value text,
          html text not null,
          size integer not null,
          updated_at text not null,
          updated_by text references user (id) on delete set null,
          unique (workspace_id, name)
        ) strict`.execute(database);
    },
  },
  "016-oauth-devices": {
    up: async (database) => {
      for (const statement of OAUTH_DEVICES) await sql.raw(statement).execute(database);
    },
  },
  "017-dashboards": {
    up: async (database) => {
      await sql`
        create table dashboard (
          id text primary key,
          workspace_id text not null references workspace (id) on delete cascade,
          name text not null,
          content text not null,
          panel_count integer not null,
          version integer not null,
          updated_at text not null,
          updated_by text references user (id) on delete set null
        ) strict`.execute(database);
      await sql`create index dashboard_by_workspace on dashboard (workspace_id, name)`.execute(database);
    },
  },
};
