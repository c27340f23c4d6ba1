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

/** The app database's history. An entry that was released never changes; a change is a new entry. */
export const appMigrations: Migrations = {
  "001-first-tables": {
    up: async (database) => {
      for (const statement of FIRST_TABLES) await sql.raw(statement).execute(database);
    },
  },
};
