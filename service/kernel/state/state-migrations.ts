import { sql } from "kysely";
import type { Migrations } from "@/lib/sqlite/open-sqlite";
import { LEASE_TABLE } from "./leases";

/** The changes to the tables of the state, in order. A released migration is never changed. */
export const stateMigrations: Migrations = {
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
  "009-training-run": {
    up: async (database) => {
      await sql`
        create table training_run (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          model_id text not null,
          name text not null,
          state text not null,
          reason text,
          created_at text not null,
          user_id text not null,
          projects text,
          started_at text,
          ended_at text,
          settings text not null,
          tasks text,
          task_count integer not null,
          seed integer not null,
          active_ms integer not null
        ) strict`.execute(database);
      await sql`create index training_run_project on training_run (project_id, seq)`.execute(database);
      await sql`create index training_run_model on training_run (model_id, seq)`.execute(database);
      // Two runs of one model would train on rollouts of outdated checkpoints.
      await sql`
        create unique index training_run_at_work on training_run (model_id)
        where state in ('queued', 'running', 'stopping')`.execute(database);
      await sql`
        create table training_iteration (
          run_id text not null,
          iteration integer not null,
          state text not null,
          from_step integer not null,
          step integer,
          failed_jobs integer not null,
          job_id text,
          problem text,
          started_at text not null,
          sampled_at text,
          ended_at text,
          primary key (run_id, iteration)
        ) strict, without rowid`.execute(database);
      await sql`create index training_iteration_job on training_iteration (job_id)`.execute(database);
      await sql`
        create table training_rollout (
          run_id text not null,
          iteration integer not null,
          task integer not null,
          rollout integer not null,
          attempt integer not null,
          call_id text not null,
          ended_at text not null,
          error text,
          reward real,
          tokens integer not null,
          cost_usd real,
          result text not null,
          choice text,
          primary key (run_id, iteration, task, rollout)
        ) strict, without rowid`.execute(database);
    },
  },
  "010-key-limits": {
    up: async (database) => {
      await sql`alter table api_key add column scopes text`.execute(database);
      await sql`alter table api_key add column expires_at text`.execute(database);
    },
  },
  "011-logged-run": {
    up: async (database) => {
      await sql`
        create table logged_run (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          model text,
          config text,
          state text not null,
          reason text,
          created_at text not null,
          user_id text not null,
          updated_at text not null,
          unique (project_id, name)
        ) strict`.execute(database);
      await sql`
        create table logged_iteration (
          run_id text not null,
          iteration integer not null,
          metrics text not null,
          sums text,
          started_at text not null,
          updated_at text not null,
          primary key (run_id, iteration)
        ) strict, without rowid`.execute(database);
      await sql`
        create table logged_task (
          run_id text not null,
          name text not null,
          position integer not null,
          primary key (run_id, name)
        ) strict, without rowid`.execute(database);
      await sql`
        create table logged_rollout (
          run_id text not null,
          iteration integer not null,
          task integer not null,
          rollout integer not null,
          reward real,
          error text,
          tokens integer,
          logged_at text not null,
          content text not null,
          primary key (run_id, iteration, task, rollout)
        ) strict, without rowid`.execute(database);
    },
  },
  "012-setting": {
    up: async (database) => {
      await sql`create table setting (name text primary key, value text not null) strict, without rowid`.execute(
        database,
      );
    },
  },
  "013-lease": {
    up: async (database) => {
      await LEASE_TABLE.execute(database);
      await sql`alter table evaluation_run add column is_pausing integer not null default 0`.execute(database);
      await sql`alter table training_run add column is_pausing integer not null default 0`.execute(database);
    },
  },
  "014-redaction": {
    up: async (database) => {
      await sql`
        create table redaction (
          project_id text primary key,
          rules text not null,
          sealed text not null,
          revision integer not null,
          updated_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
  "015-labels-of-rollouts": {
    up: async (database) => {
      await sql`alter table training_iteration add column labels_since text`.execute(database);
      await sql`alter table training_iteration add column labels_until text`.execute(database);
    },
  },
  "016-project-import": {
    up: async (database) => {
      await sql`
        create table project_import (
          project_id text primary key,
          file_digest text not null,
          has_new_ids integer not null,
          begun_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
  "017-remote-training": {
    up: async (database) => {
      await sql`alter table training_iteration add column metrics text`.execute(database);
    },
  },
  "018-course-of-logged-runs": {
    up: async (database) => {
      await sql`alter table logged_run add column restarts text`.execute(database);
      await sql`alter table logged_run add column last_iteration integer`.execute(database);
      await sql`alter table logged_iteration add column at text`.execute(database);
      // Rows are wide: what changed, and how many there are, is read from the index alone.
      await sql`create index logged_iteration_updated on logged_iteration (run_id, updated_at)`.execute(database);
    },
  },
  "020-packed-iterations": {
    up: async (database) => {
      await sql`
        create table packed_iterations (
          run_id text primary key,
          layout integer not null,
          up_to text not null,
          read_at_ms integer not null,
          rows text not null,
          names text not null,
          numbers blob not null
        ) strict`.execute(database);
    },
  },
  "021-watches": {
    up: async (database) => {
      await sql`
        create table watch (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          is_on integer not null,
          problem text,
          created_at text not null,
          updated_at text not null,
          user_id text not null,
          settings text not null,
          muted_until_ms integer,
          judged_until_s integer,
          unique (project_id, name)
        ) strict`.execute(database);
      await sql`
        create table watch_state (
          watch_id text not null,
          grouped text not null,
          state text not null,
          since_s integer not null,
          held integer not null,
          empty integer not null,
          acknowledged_at text,
          acknowledged_by text,
          note text not null,
          recent text not null,
          primary key (watch_id, grouped)
        ) strict, without rowid`.execute(database);
      await sql`
        create table watch_event (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          watch_id text not null,
          grouped text not null,
          kind text not null,
          at_s integer not null,
          value real,
          calls integer not null,
          sentence text not null
        ) strict`.execute(database);
      await sql`create index watch_event_watch on watch_event (watch_id, seq)`.execute(database);
      await sql`
        create table watch_channel (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          kind text not null,
          origin text not null,
          sealed text,
          sends_resolved integer not null,
          sends_no_data integer not null,
          is_on integer not null,
          updated_at text not null,
          unique (project_id, name)
        ) strict`.execute(database);
      await sql`
        create table watch_delivery (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          channel_id text not null,
          watch_id text,
          grouped text not null,
          subject text not null,
          kind text not null,
          notification text not null,
          state text not null,
          tries integer not null,
          created_at text not null,
          next_ms integer,
          ended_at text,
          status integer,
          answer text,
          duration_ms integer
        ) strict`.execute(database);
      await sql`create index watch_delivery_due on watch_delivery (state, next_ms)`.execute(database);
      await sql`create index watch_delivery_project on watch_delivery (project_id, seq)`.execute(database);
    },
  },
  "022-run-profile": {
    up: async (database) => {
      await sql`
        create table run_profile (
          project_id text not null,
          run_id text not null,
          name text,
          notes text,
          tags text not null,
          run_group text,
          is_archived integer not null,
          is_edited integer not null,
          updated_at text not null,
          user_id text not null,
          primary key (project_id, run_id)
        ) strict, without rowid`.execute(database);
      await sql`alter table logged_run add column origin text`.execute(database);
      await sql`alter table logged_run add column seconds real`.execute(database);
    },
  },
  "024-run-watches": {
    up: async (database) => {
      await sql`
        create table run_watch_rules (
          project_id text not null,
          run_id text not null,
          settings text not null,
          updated_at text not null,
          user_id text not null,
          primary key (project_id, run_id)
        ) strict, without rowid`.execute(database);
      await sql`
        create table run_watch (
          run_id text primary key,
          project_id text not null,
          name text not null,
          states text not null,
          revision integer not null,
          is_over integer not null,
          judged_at text not null
        ) strict, without rowid`.execute(database);
      await sql`create index run_watch_project on run_watch (project_id, is_over)`.execute(database);
      await sql`alter table logged_run add column not_finite text`.execute(database);
    },
  },
  "025-watch-read": {
    up: async (database) => {
      await sql`
        create table watch_read (
          project_id text not null,
          user_id text not null,
          event_seq integer not null,
          primary key (project_id, user_id)
        ) strict, without rowid`.execute(database);
      await sql`create index watch_event_project on watch_event (project_id, seq)`.execute(database);
    },
  },
  "026-logged-text": {
    up: async (database) => {
      await sql`
        create table logged_text (
          run_id text not null,
          at integer not null,
          text text not null,
          primary key (run_id, at)
        ) strict, without rowid`.execute(database);
    },
  },
  "028-audit-waiting": {
    up: async (database) => {
      await sql`
        create table audit_waiting (
          seq integer primary key,
          id text not null unique,
          at text not null,
          event text not null,
          user_id text not null,
          target text not null,
          is_allowed integer not null,
          request_id text not null
        ) strict`.execute(database);
    },
  },
  "029-event-webhooks": {
    up: async (database) => {
      await sql`
        create table event_subscription (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          kinds text not null,
          channel_id text not null,
          settings text not null,
          is_on integer not null,
          problem text,
          created_at text not null,
          updated_at text not null,
          user_id text not null,
          cursor text,
          unique (project_id, name)
        ) strict`.execute(database);
      await sql`alter table watch_delivery add column subscription_id text`.execute(database);
    },
  },
  "030-issues": {
    up: async (database) => {
      await sql`
        create table issue (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          digest text not null,
          kind text not null,
          op text not null,
          pattern text not null,
          status text not null,
          first_at text not null,
          last_at text not null,
          changed_at text,
          known_releases text not null,
          regressed_at text,
          regressed_release text not null,
          ignored_until text,
          ignored_calls integer,
          owner text,
          note text not null,
          unique (project_id, digest)
        ) strict`.execute(database);
      await sql`
        create table issue_event (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          issue_id text not null,
          kind text not null,
          at text not null,
          user_id text,
          detail text not null
        ) strict`.execute(database);
      await sql`create index issue_event_issue on issue_event (issue_id, seq)`.execute(database);
      await sql`
        create table issue_place (
          name text primary key,
          commit_number integer not null,
          project_id text not null,
          call_id text not null,
          looked_at text
        ) strict, without rowid`.execute(database);
    },
  },
  "033-budgets": {
    up: async (database) => {
      await sql`
        create table budget (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          created_at text not null,
          updated_at text not null,
          user_id text not null,
          settings text not null,
          unique (project_id, name)
        ) strict`.execute(database);
    },
  },
  "034-deployments": {
    up: async (database) => {
      await sql`
        create table deployment (
          seq integer primary key,
          id text not null unique,
          project_id text not null,
          name text not null,
          at text not null,
          note text not null,
          url text,
          user_id text,
          unique (project_id, at, name)
        ) strict`.execute(database);
    },
  },
};
