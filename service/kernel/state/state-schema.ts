import type { Generated } from "kysely";
import type { LeaseSchema } from "./leases";

/** The user who started work that continues without a request. */
export interface OwnerColumns {
  user_id: string;
  /** JSON array of the projects that its owner's key may use, or null for all. */
  projects: string | null;
}

/** The columns of every run: of evaluations and of training. */
export interface RunColumns extends OwnerColumns {
  seq: Generated<number>;
  id: string;
  project_id: string;
  name: string;
  /** queued, running, paused, stopping, stopped, finished or failed. */
  state: string;
  reason: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** The settings as JSON. */
  settings: string;
  /** 1 when a user has asked to pause the run, and it has not paused yet. */
  is_pausing: number;
}

/** The service's own small records, which must change in transactions, in a SQLite file or in PostgreSQL. */
export interface StateSchema extends LeaseSchema {
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
    /** JSON array of the key's permissions; null for all. */
    scopes: string | null;
    created_at: string;
    last_used_at: string | null;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** What API keys did, until the dashboard has it in the audit log. */
  audit_waiting: {
    seq: Generated<number>;
    id: string;
    at: string;
    event: string;
    user_id: string;
    target: string;
    /** 1, or 0 for what was denied. */
    is_allowed: number;
    request_id: string;
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
  redaction: {
    project_id: string;
    /** JSON array of rules. */
    rules: string;
    /** The project's key for hashes, encrypted for the project. */
    sealed: string;
    /** From 1; counts up with each change. */
    revision: number;
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
  evaluation_run: RunColumns & {
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
  checkpoint_evaluation_setting: OwnerColumns & {
    model_id: string;
    project_id: string;
    /** JSON of the settings. */
    settings: string;
    /** Digest of the members that figures depend on: only figures of one definition are compared. */
    definition: string;
    /** Checkpoints that are older are evaluated on request; null while it is off. */
    on_since: string | null;
    set_at: string;
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
  /** Loops of reinforcement learning: sample, score, train, again. */
  training_run: RunColumns & {
    model_id: string;
    /** The tasks as a JSON array where a later read could differ; null for others. */
    tasks: string | null;
    task_count: number;
    /** Seeds the order of its tasks. */
    seed: number;
    /** Milliseconds that it has worked; pauses do not count. */
    active_ms: number;
  };
  training_iteration: {
    run_id: string;
    /** From 1. */
    iteration: number;
    /** sampling, labeling, sending, training, done, no_signal or failed. */
    state: string;
    /** The step of the checkpoint that its rollouts are sampled from. */
    from_step: number;
    /** The step of the checkpoint that its job created. */
    step: number | null;
    /** The number of failed jobs before the current one. */
    failed_jobs: number;
    /** The id of its job, set before the job is sent. */
    job_id: string | null;
    problem: string | null;
    started_at: string;
    /** When all its rollouts had their rewards. */
    sampled_at: string | null;
    ended_at: string | null;
    /** When its rollouts began to wait for human labels; null where they do not. */
    labels_since: string | null;
    /** When waiting for labels pauses the run; null without a limit, and once it has. */
    labels_until: string | null;
    /** JSON object: the metrics of its job, where another service trained it. */
    metrics: string | null;
  };
  training_rollout: {
    run_id: string;
    iteration: number;
    /** The position of the task. */
    task: number;
    /** Position in the group. */
    rollout: number;
    /** The number of earlier failures. */
    attempt: number;
    call_id: string;
    ended_at: string;
    error: string | null;
    reward: number | null;
    tokens: number;
    cost_usd: number | null;
    /** JSON of its answer, steps, scores and time. */
    result: string;
    /** JSON of the model's choices with their log-probabilities and messages of tools, until it is sent with the job. */
    choice: string | null;
  };
  /** Training runs that other programs run and log. */
  logged_run: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    /** The name of the model; null when it is not given. */
    model: string | null;
    /** The settings as JSON; null when none are given. */
    config: string | null;
    /** running, finished or failed. */
    state: string;
    reason: string | null;
    created_at: string;
    user_id: string;
    updated_at: string;
    /** The iterations at which it began again from an earlier checkpoint, as a JSON list; null for none. */
    restarts: string | null;
    /** The iteration that was logged last. */
    last_iteration: number | null;
    /** Where it was started, as JSON; null where nothing is known. */
    origin: string | null;
    /** What the whole training took, by the program's files; null where they do not say. */
    seconds: number | null;
    /** The newest iteration with a metric that was not a number, as JSON with the names; null for none. */
    not_finite: string | null;
  };
  /** What people, or their programs, wrote about training runs of any kind. */
  run_profile: {
    project_id: string;
    /** As clients see it, with its prefix. */
    run_id: string;
    /** Null while the run has the name that it was started under. */
    name: string | null;
    notes: string | null;
    /** Each on a line of its own, with a line break before the first and after the last; empty without tags. */
    tags: string;
    run_group: string | null;
    is_archived: number;
    /** 1 when a person changed it: what the program says is then ignored. */
    is_edited: number;
    updated_at: string;
    user_id: string;
  };
  logged_iteration: {
    run_id: string;
    /** From 1. */
    iteration: number;
    /** The metrics by name, as JSON. */
    metrics: string;
    /** The sums over the rollouts, as JSON; null without rollouts. */
    sums: string | null;
    started_at: string;
    updated_at: string;
    /** When it ended; empty where that is unknown, null where it was logged when it ended. */
    at: string | null;
  };
  /** Parts of what the program of a logged run printed, without secrets. */
  logged_text: {
    run_id: string;
    /** The byte of the program's file at which it begins: the order of the parts. */
    at: number;
    text: string;
  };
  /** The iterations of long logged runs as columns of numbers; made from their rows, and read in place of them. */
  packed_iterations: {
    run_id: string;
    layout: number;
    /** The time of the last update of the run that is in it, and when that was read. */
    up_to: string;
    read_at_ms: number;
    /** The iterations without their metrics, and the names of the metrics, as JSON. */
    rows: string;
    names: string;
    /** 64-bit floats: the values of each metric in the order of the rows. */
    numbers: Uint8Array;
  };
  logged_rollout: {
    run_id: string;
    iteration: number;
    /** The task's position in the order in which the run's tasks were logged. */
    task: number;
    /** Position in the group. */
    rollout: number;
    reward: number | null;
    error: string | null;
    tokens: number | null;
    logged_at: string;
    /** The messages, answer and scores, as JSON. */
    content: string;
  };
  logged_task: {
    run_id: string;
    /** The task's name, or the digest of its messages. */
    name: string;
    position: number;
  };
  /** Scorers that run on a sample of live calls. */
  monitor: OwnerColumns & {
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
  /** Calls of one op that fail in one way. Times are those of the store, so that they can be compared as text. */
  issue: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    /** SHA-256 of the kind, the op and the pattern, of which there is one in a project. */
    digest: string;
    kind: "exception" | "score" | "answer";
    op: string;
    /** What the exceptions have in common; of a score its field, `score.NAME@SOURCE`; of answers their problem. */
    pattern: string;
    status: "open" | "resolved" | "ignored";
    /** The starts of its first and its newest call. */
    first_at: string;
    last_at: string;
    /** When a person changed the status last. */
    changed_at: string | null;
    /** JSON: the releases whose calls failed before it was resolved. */
    known_releases: string;
    /** When a call made it regress, and the release of that call. */
    regressed_at: string | null;
    regressed_release: string;
    ignored_until: string | null;
    ignored_calls: number | null;
    owner: string | null;
    note: string;
  };
  issue_event: {
    seq: Generated<number>;
    /** Follows from what the service found, so that nothing is stored twice. */
    id: string;
    project_id: string;
    issue_id: string;
    kind: string;
    at: string;
    user_id: string | null;
    detail: string;
  };
  /** Up to which call issues were looked for. */
  issue_place: {
    name: string;
    commit_number: number;
    project_id: string;
    call_id: string;
    looked_at: string | null;
  };
  /** Changes of what runs. */
  deployment: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    /** As the engine writes times, which are in order as texts. */
    at: string;
    note: string;
    url: string | null;
    user_id: string | null;
  };
  /** Limits of spend. */
  budget: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    created_at: string;
    updated_at: string;
    user_id: string;
    /** JSON of the limit and its channels. */
    settings: string;
  };
  /** Rules on figures of calls. */
  watch: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    is_on: number;
    /** Why it could not be judged last. */
    problem: string | null;
    created_at: string;
    updated_at: string;
    user_id: string;
    /** JSON of the rule and its channels. */
    settings: string;
    muted_until_ms: number | null;
    /** The end of the last judged window; null until there is one. */
    judged_until_s: number | null;
  };
  /** The state of a watch in each group of its calls. */
  watch_state: {
    watch_id: string;
    /** JSON text of the group's value: null without groups. */
    grouped: string;
    state: string;
    since_s: number;
    held: number;
    /** Windows without a call in a row. */
    empty: number;
    acknowledged_at: string | null;
    acknowledged_by: string | null;
    note: string;
    /** JSON of the newest windows, oldest first. */
    recent: string;
  };
  /** Changes of state that people hear about. */
  watch_event: {
    seq: Generated<number>;
    /** Follows from the watch, the group, the window and the kind, so that no change is stored twice. */
    id: string;
    project_id: string;
    watch_id: string;
    grouped: string;
    kind: string;
    at_s: number;
    value: number | null;
    calls: number;
    sentence: string;
  };
  /** Up to which event a person has read the notifications of a project. */
  watch_read: {
    project_id: string;
    user_id: string;
    event_seq: number;
  };
  /** What is watched of training runs: of all runs of a project, and of runs that differ. */
  run_watch_rules: {
    project_id: string;
    /** As clients see it, with its prefix; empty for all runs of the project. */
    run_id: string;
    /** JSON of the rules and their channels. */
    settings: string;
    updated_at: string;
    user_id: string;
  };
  /** Where the rules stand in each training run that was judged. */
  run_watch: {
    /** As clients see it, with its prefix. */
    run_id: string;
    project_id: string;
    /** The name of the run when it was judged last. */
    name: string;
    /** JSON of the states of the rules. */
    states: string;
    /** Counts the changes of the row: of two services that judge at once, one stores. */
    revision: number;
    /** 1 once the run was judged after its end. */
    is_over: number;
    judged_at: string;
  };
  watch_channel: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    kind: string;
    /** Scheme, host and port of its address. */
    origin: string;
    /** JSON of its address and secret, encrypted for its origin; null after an import. */
    sealed: string | null;
    sends_resolved: number;
    sends_no_data: number;
    is_on: number;
    updated_at: string;
  };
  /** Which events of a project are sent to a channel. */
  event_subscription: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    name: string;
    /** JSON array of kinds of events. */
    kinds: string;
    channel_id: string;
    /** JSON of the filter of failed calls, with the text that it came from. */
    settings: string;
    is_on: number;
    /** Why calls could not be looked at last. */
    problem: string | null;
    created_at: string;
    updated_at: string;
    user_id: string;
    /** JSON of the last call that was looked at; null until calls are looked at. */
    cursor: string | null;
  };
  /** The outbox: messages to channels, and what became of them. */
  watch_delivery: {
    seq: Generated<number>;
    id: string;
    project_id: string;
    channel_id: string;
    watch_id: string | null;
    /** The subscription of a message about an event; null for messages of watches and tests of channels. */
    subscription_id: string | null;
    /** Messages of one group of a watch: what resolved before it was sent is not sent. */
    grouped: string;
    subject: string;
    kind: string;
    /** JSON of the notification, before it gets the form of the channel. */
    notification: string;
    state: string;
    tries: number;
    created_at: string;
    /** Null once it has ended. */
    next_ms: number | null;
    ended_at: string | null;
    status: number | null;
    answer: string | null;
    duration_ms: number | null;
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
  /** Imports of projects that have begun and not ended. */
  project_import: {
    project_id: string;
    /** SHA-256 of the file. */
    file_digest: string;
    /** 1 when the records get other ids than in the file. */
    has_new_ids: number;
    begun_at: string;
  };
  /** Settings of this state as a whole. */
  setting: {
    name: string;
    value: string;
  };
}
