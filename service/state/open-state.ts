import { join } from "node:path";
import { type Generated, type Kysely, sql } from "kysely";
import { type Migrations, openSqlite } from "@/lib/sqlite/open-sqlite";

/** The service's own small records, in a SQLite file next to the traces: data that must change in transactions. */
export interface StateSchema {
  api_key: {
    /** Part of the key itself and shown in lists; reveals nothing of the secret part. */
    id: string;
    name: string;
    /** The `svc_user_id` of everything that this key stores. */
    user_id: string;
    /** SHA-256 of the whole key. A key has 172 random bits, so that a fast hash is enough. */
    digest: Uint8Array;
    /** JSON array of project ids, or null for all. */
    projects: string | null;
    created_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
  };
  model_provider: {
    /** The prefix before the slash in `provider/model`. */
    name: string;
    title: string;
    base_url: string;
    /** JSON of its key and extra headers, encrypted for its name and the origin of its address. */
    sealed: string;
    api_version: string | null;
    updated_at: string;
  };
  retention: {
    project_id: string;
    /** Null for no limit; a project without limits has no row. */
    max_age_days: number | null;
    max_bytes: number | null;
    updated_at: string;
  };
  /** Messages of spans that came as log events. */
  span_message: {
    seq: Generated<number>;
    /** Names the project, the trace and the span. */
    span: string;
    project_id: string;
    /** Of the whole event, so that one that is sent again is stored once. */
    digest: string;
    /** JSON; empty once the message is part of a call. */
    event: string;
    received_at_ms: number;
    used_at_ms: number | null;
  };
  /** Ended spans whose messages may still come: until then their calls are stored as running. */
  held_span: {
    span: string;
    /** JSON of the start and the end of the call. */
    parts: string;
    due_at_ms: number;
  };
  evaluation_run: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    /** queued, running, paused, stopping, stopped, finished or failed. */
    state: string;
    reason: string | null;
    created_at: string;
    user_id: string;
    /** JSON array of the projects that its owner's key may use, or null for all. */
    projects: string | null;
    started_at: string | null;
    ended_at: string | null;
    /** JSON of what it runs. */
    settings: string;
    /** JSON of what it published and where its calls are; null until it has begun. */
    plan: string | null;
  };
  /** Ended trials of evaluations. */
  evaluation_trial: {
    run_id: string;
    model_index: number;
    position: number;
    trial: number;
    call_id: string;
    ended_at: string;
    /** JSON of its result. */
    result: string;
  };
  /** The evaluation that runs on the new checkpoints of a model. */
  checkpoint_evaluation_setting: {
    model_id: string;
    project_id: string;
    /** JSON of the settings. */
    settings: string;
    /** Digest of the members that figures depend on: only figures of one definition are compared. */
    definition: string;
    /** Checkpoints that are older are evaluated on request; null while it is off. */
    on_since: string | null;
    set_at: string;
    user_id: string;
    /** JSON array of the projects that its owner's key may use, or null for all. */
    projects: string | null;
  };
  checkpoint_evaluation: {
    seq: Generated<number>;
    model_id: string;
    definition: string;
    checkpoint_id: string;
    step: number;
    /** The id that its run has, or will have once it begins. */
    run_id: string;
    /** Who asked for it, and the projects of that key; null for one that began by itself. */
    user_id: string | null;
    projects: string | null;
    requested_at: string;
    /** Why it has no figures although nothing runs. */
    problem: string | null;
    /** JSON of its figures, once the run has finished. */
    figures: string | null;
  };
  /** Scorers that run on a sample of live calls. */
  monitor: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    /** 1 when it is on. */
    is_on: number;
    /** Why scoring was interrupted. */
    reason: string | null;
    created_at: string;
    updated_at: string;
    user_id: string;
    /** JSON array of the projects that its owner's key may use, or null for all. */
    projects: string | null;
    /** JSON of what it scores. */
    settings: string;
    /** JSON of what it published. */
    stored: string;
    /** JSON of the last call that it looked at. */
    cursor: string;
  };
  /** Calls that a monitor has scored. */
  monitor_score: {
    monitor_id: string;
    call_id: string;
    scored_at: string;
    /** Null when a judge has no price. */
    cost_usd: number | null;
    /** 1 when a scorer failed. */
    has_failed: number;
    /** JSON, by the name of the scorer. */
    scores: string;
    errors: string;
  };
  annotation_queue: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    description: string;
    /** JSON arrays of texts. */
    scorer_refs: string;
    assignees: string;
    reviews_per_item: number | null;
    created_at: string;
    created_by: string;
    updated_at: string;
    deleted_at: string | null;
  };
  /** Calls and threads of queues, in order. */
  annotation_item: {
    seq: Generated<number>;
    id: string;
    queue_id: string;
    /** `call` or `thread`. */
    kind: string;
    /** The id of the call or the thread. */
    subject_id: string;
    /** The call itself, or the first one of the thread, as it was when it was added. */
    call_id: string;
    call_started_at: string;
    call_ended_at: string | null;
    call_op_name: string;
    call_trace_id: string;
    thread_id: string;
    /** JSON array of texts. */
    display_fields: string;
    added_by: string;
    created_at: string;
  };
  /** The state of an item for each reviewer who has begun. */
  annotation_progress: {
    item_id: string;
    user_id: string;
    state: string;
    updated_at: string;
  };
}

export type ServiceState = Kysely<StateSchema>;

const migrations: Migrations = {
  "001-api-key": {
    up: async (database) => {
      await sql`
        create table api_key (
          id text primary key,
          name text not null,
          user_id text not null,
          digest blob not null,
          projects text,
          created_at text not null,
          last_used_at text,
          revoked_at text
        ) strict, without rowid`.execute(database);
    },
  },
  "002-model-provider": {
    up: async (database) => {
      await sql`
        create table model_provider (
          name text primary key,
          title text not null,
          base_url text not null,
          sealed text not null,
          api_version text,
          updated_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
  "003-retention": {
    up: async (database) => {
      await sql`
        create table retention (
          project_id text primary key,
          max_age_days integer,
          max_bytes integer,
          updated_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
  "004-span-message": {
    up: async (database) => {
      await sql`
        create table span_message (
          seq integer primary key,
          span text not null,
          project_id text not null,
          digest text not null,
          event text not null,
          received_at_ms integer not null,
          used_at_ms integer,
          unique (span, digest)
        ) strict`.execute(database);
      await sql`create index span_message_used on span_message (used_at_ms, received_at_ms)`.execute(database);
      await sql`
        create table held_span (
          span text primary key,
          parts text not null,
          due_at_ms integer not null
        ) strict, without rowid`.execute(database);
    },
  },
  "005-evaluation-run": {
    up: async (database) => {
      await sql`
        create table evaluation_run (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          state text not null,
          reason text,
          created_at text not null,
          user_id text not null,
          projects text,
          started_at text,
          ended_at text,
          settings text not null,
          plan text
        ) strict`.execute(database);
      await sql`create index evaluation_run_project on evaluation_run (project_id, seq)`.execute(database);
      await sql`
        create table evaluation_trial (
          run_id text not null,
          model_index integer not null,
          position integer not null,
          trial integer not null,
          call_id text not null,
          ended_at text not null,
          result text not null,
          primary key (run_id, model_index, trial, position)
        ) strict, without rowid`.execute(database);
    },
  },
  "006-checkpoint-evaluation": {
    up: async (database) => {
      await sql`
        create table checkpoint_evaluation_setting (
          model_id text primary key,
          project_id text not null,
          settings text not null,
          definition text not null,
          on_since text,
          set_at text not null,
          user_id text not null,
          projects text
        ) strict, without rowid`.execute(database);
      await sql`
        create table checkpoint_evaluation (
          seq integer primary key,
          model_id text not null,
          definition text not null,
          checkpoint_id text not null,
          step integer not null,
          run_id text not null unique,
          user_id text,
          projects text,
          requested_at text not null,
          problem text,
          figures text,
          unique (model_id, definition, checkpoint_id)
        ) strict`.execute(database);
    },
  },
  "007-monitor": {
    up: async (database) => {
      await sql`
        create table monitor (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          is_on integer not null,
          reason text,
          created_at text not null,
          updated_at text not null,
          user_id text not null,
          projects text,
          settings text not null,
          stored text not null,
          cursor text not null,
          unique (project_id, name)
        ) strict`.execute(database);
      await sql`
        create table monitor_score (
          monitor_id text not null,
          call_id text not null,
          scored_at text not null,
          cost_usd real,
          has_failed integer not null,
          scores text not null,
          errors text not null,
          primary key (monitor_id, call_id)
        ) strict, without rowid`.execute(database);
      await sql`create index monitor_score_time on monitor_score (monitor_id, scored_at)`.execute(database);
    },
  },
  "008-annotation-queue": {
    up: async (database) => {
      await sql`
        create table annotation_queue (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          description text not null,
          scorer_refs text not null,
          assignees text not null,
          reviews_per_item integer,
          created_at text not null,
          created_by text not null,
          updated_at text not null,
          deleted_at text
        ) strict`.execute(database);
      await sql`create index annotation_queue_project on annotation_queue (project_id, seq)`.execute(database);
      await sql`
        create table annotation_item (
          seq integer primary key,
          id text not null unique,
          queue_id text not null,
          kind text not null,
          subject_id text not null,
          call_id text not null,
          call_started_at text not null,
          call_ended_at text,
          call_op_name text not null,
          call_trace_id text not null,
          thread_id text not null,
          display_fields text not null,
          added_by text not null,
          created_at text not null,
          unique (queue_id, kind, subject_id)
        ) strict`.execute(database);
      await sql`
        create table annotation_progress (
          item_id text not null,
          user_id text not null,
          state text not null,
          updated_at text not null,
          primary key (item_id, user_id)
        ) strict, without rowid`.execute(database);
    },
  },
};

/** Returns the path of the state of a data folder. */
export function stateFile(dataFolder: string): string {
  return join(dataFolder, "service.db");
}

/**
 * Opens the state of a data folder, and creates it at the first start. Commands may open it while the service runs.
 *
 * @throws DatabaseUnusable naming the file.
 */
export async function openState(dataFolder: string): Promise<ServiceState> {
  return await openSqlite<StateSchema>(stateFile(dataFolder), migrations);
}
