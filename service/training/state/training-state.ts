import { join } from "node:path";
import type { Generated } from "kysely";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import { openDatabase } from "@/lib/postgres/open-database";
import type { Migrations } from "@/lib/sqlite/open-sqlite";
import { LEASE_TABLE, type LeaseSchema } from "@/service/kernel/state/leases";

/** Models, checkpoints, jobs, events and batches: the data that changes together. Times are ISO 8601 in UTC. */
export interface TrainingSchema extends LeaseSchema {
  model: {
    /** Order of creation; the sort key of pages, in every table that has it. */
    seq: Generated<number>;
    id: string;
    entity: string;
    project: string;
    name: string;
    base_model: string;
    created_at: string;
    created_by: string;
    /** A deleted model is kept as a row, since its jobs can still be read. */
    deleted_at: string | null;
    /** The model and the step whose weights its step 0 has; null for one that begins with its base model. */
    forked_model_id: string | null;
    forked_step: number | null;
  };
  checkpoint: {
    id: string;
    model_id: string;
    /** Never reused, even after it was deleted. */
    step: number;
    /** JSON object of numbers. */
    metrics: string;
    /** The job that trained its weights; null for a base model, which has no files. Step 0 of a fork names its source's. */
    job_id: string | null;
    created_at: string;
    deleted_at: string | null;
  };
  batch: {
    seq: Generated<number>;
    id: string;
    model_id: string;
    kind: "job" | "log";
    split: string | null;
    step: number | null;
    /** Name of the blob that contains the body as sent. */
    blob: string;
    size_bytes: number;
    group_count: number;
    trajectory_count: number;
    exception_count: number;
    metrics: string;
    /** The mean step of the checkpoints that sampled its trajectories; null where none says it, and in older batches. */
    policy_version: number | null;
    /** JSON object: the step of such a checkpoint → its trajectories; null where none says it, and in older batches. */
    policy_versions: string | null;
    /** Shares of its answers that repeat another one of their group, and that a limit cut; null where unknown, and in older batches. */
    repeats: number | null;
    truncated: number | null;
    created_at: string;
    created_by: string;
  };
  trajectory_group: {
    batch_id: string;
    group_index: number;
    exception_count: number;
    /** JSON array of numbers, one for each trajectory. */
    rewards: string;
    /** JSON array of [start, length] in the blob, one for each trajectory. */
    trajectories: string;
    /** JSON object: name of another member of the group → [start, length]. */
    members: string;
    /** The subject of the group; null when unknown, and in batches that are older than these columns. */
    label: string | null;
    title: string | null;
  };
  job: {
    seq: Generated<number>;
    id: string;
    model_id: string;
    /** The name remains after the batch is deleted. */
    batch_id: string;
    status: JobStatus;
    /** JSON text as it was sent, or null. */
    config: string | null;
    created_at: string;
    created_by: string;
    started_at: string | null;
    ended_at: string | null;
    error_message: string | null;
    trainer: string | null;
    /** The process that trains, to find it if a crash of the service leaves it running. */
    trainer_pid: number | null;
    trainer_started: string | null;
    /** Id and step of its checkpoint, existing or planned. */
    checkpoint_id: string | null;
    step: number | null;
    previous_checkpoint_id: string | null;
    num_sequences: number | null;
    gradient_step_count: number;
    last_event_at: string | null;
    /** The reason of a request to cancel, for the service that runs the job. */
    cancel_reason: string | null;
    /** Queued jobs with a higher one start earlier. */
    priority: Generated<number>;
    /** The device that it trains on; null while queued, and where no devices are configured. */
    device: string | null;
  };
  event: {
    seq: Generated<number>;
    id: string;
    job_id: string;
    type: string;
    data: string;
    created_at: string;
  };
}

export type TrainingState = Kysely<TrainingSchema>;
export type TrainingTransaction = Transaction<TrainingSchema>;
export type StoredModel = Selectable<TrainingSchema["model"]>;
export type StoredCheckpoint = Selectable<TrainingSchema["checkpoint"]>;
export type StoredBatch = Selectable<TrainingSchema["batch"]>;
export type StoredGroup = Selectable<TrainingSchema["trajectory_group"]>;
export type StoredJob = Selectable<TrainingSchema["job"]>;
export type StoredEvent = Selectable<TrainingSchema["event"]>;

const tables = [
  sql`create table model (
    seq integer primary key autoincrement,
    id text not null unique,
    entity text not null,
    project text not null,
    name text not null,
    base_model text not null,
    created_at text not null,
    created_by text not null,
    deleted_at text
  ) strict`,
  sql`create unique index model_by_name on model (entity, project, name) where deleted_at is null`,
  sql`create table checkpoint (
    id text primary key,
    model_id text not null references model (id),
    step integer not null,
    metrics text not null,
    job_id text,
    created_at text not null,
    deleted_at text,
    unique (model_id, step)
  ) strict, without rowid`,
  sql`create table batch (
    seq integer primary key autoincrement,
    id text not null unique,
    model_id text not null references model (id),
    kind text not null check (kind in ('job', 'log')),
    split text,
    step integer,
    blob text not null,
    size_bytes integer not null,
    group_count integer not null,
    trajectory_count integer not null,
    exception_count integer not null,
    metrics text not null,
    created_at text not null,
    created_by text not null
  ) strict`,
  sql`create index batch_by_model on batch (model_id, seq)`,
  sql`create index batch_by_blob on batch (blob)`,
  sql`create table trajectory_group (
    batch_id text not null references batch (id) on delete cascade,
    group_index integer not null,
    exception_count integer not null,
    rewards text not null,
    trajectories text not null,
    members text not null,
    primary key (batch_id, group_index)
  ) strict, without rowid`,
  sql`create table job (
    seq integer primary key autoincrement,
    id text not null unique,
    model_id text not null references model (id),
    batch_id text not null,
    status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    config text,
    created_at text not null,
    created_by text not null,
    started_at text,
    ended_at text,
    error_message text,
    trainer text,
    trainer_pid integer,
    trainer_started text,
    checkpoint_id text,
    step integer,
    previous_checkpoint_id text,
    num_sequences integer,
    gradient_step_count integer not null default 0,
    last_event_at text
  ) strict`,
  sql`create index job_by_model on job (model_id, seq)`,
  sql`create index job_by_status on job (status, seq)`,
  sql`create table event (
    seq integer primary key autoincrement,
    id text not null unique,
    job_id text not null references job (id),
    type text not null,
    data text not null,
    created_at text not null
  ) strict`,
  sql`create index event_by_job on event (job_id, seq)`,
  // A client waits forever without a terminal event, and a second one would contradict the first.
  sql`create unique index event_terminal on event (job_id) where type in ('training_ended', 'training_failed')`,
];

/** The changes to the tables of training, in order. A released migration is never changed. */
export const trainingMigrations: Migrations = {
  "001-training": {
    up: async (database) => {
      for (const statement of tables) await statement.execute(database);
    },
  },
  "002-group-words": {
    up: async (database) => {
      await sql`alter table trajectory_group add column label text`.execute(database);
      await sql`alter table trajectory_group add column title text`.execute(database);
    },
  },
  "003-lease": {
    up: async (database) => {
      await LEASE_TABLE.execute(database);
      await sql`alter table job add column cancel_reason text`.execute(database);
    },
  },
  "004-queue": {
    up: async (database) => {
      await sql`alter table job add column priority integer not null default 0`.execute(database);
      await sql`alter table job add column device text`.execute(database);
    },
  },
  "005-forks": {
    up: async (database) => {
      await sql`alter table model add column forked_model_id text`.execute(database);
      await sql`alter table model add column forked_step integer`.execute(database);
    },
  },
  "006-policy-version": {
    up: async (database) => {
      await sql`alter table batch add column policy_version real`.execute(database);
    },
  },
  "007-answers-of-batches": {
    up: async (database) => {
      await sql`alter table batch add column policy_versions text`.execute(database);
      await sql`alter table batch add column repeats real`.execute(database);
      await sql`alter table batch add column truncated real`.execute(database);
    },
  },
};

/**
 * Opens the state of training in a folder, and creates it at the first start. It is separate from the state of keys: a
 * running job commits many times a second. Each commit to the file of keys causes all keys to be looked up again, and
 * the transactions of a schema in PostgreSQL wait for each other.
 *
 * @param url DATABASE_URL; undefined for a file in the folder
 * @throws DatabaseError naming the file or the database
 */
export async function openTrainingState(folder: string, url?: string): Promise<TrainingState> {
  const place = { file: join(folder, "training.db"), schema: "heddle_training", url };
  return await openDatabase<TrainingSchema>(place, trainingMigrations);
}

/** Returns the time of a change, as it is stored. */
export function timestampNow(): string {
  return new Date().toISOString();
}
