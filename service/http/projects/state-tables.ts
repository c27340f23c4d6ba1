/** A table of the state or of training whose rows are exported. */
export interface ExportedTable {
  readonly database: "state" | "training";
  readonly name: string;
  /** The columns by which it is read in order. They identify a row. */
  readonly key: readonly string[];
  /** How its rows belong to a project: by columns of their own, or by a row that comes before. */
  readonly owner:
    | { readonly by: "project_id" }
    | { readonly by: "entity and project" }
    /** Models are in the other database. */
    | { readonly by: "model_id" }
    | { readonly by: "parent"; readonly table: string; readonly column: string };
  /** Columns that are not exported: numbers that the other database gives, and what belongs to this machine. */
  readonly omitted: readonly string[];
  /** Columns with ids of which no two rows of a database have the same, whatever their project. */
  readonly ids: readonly string[];
}

const ofProject = { by: "project_id" } as const;
const ofModelProject = { by: "entity and project" } as const;

const childOf = (table: string, column: string) => ({ by: "parent", table, column }) as const;

const SEQ = ["seq"];

/** Parents come before their children. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { database: "training", name: "model", key: SEQ, owner: ofModelProject, omitted: SEQ, ids: ["id"] },
  {
    database: "training",
    name: "checkpoint",
    key: ["id"],
    owner: childOf("model", "model_id"),
    omitted: [],
    ids: ["id"],
  },
  { database: "training", name: "batch", key: SEQ, owner: childOf("model", "model_id"), omitted: SEQ, ids: ["id"] },
  {
    database: "training",
    name: "trajectory_group",
    key: ["batch_id", "group_index"],
    owner: childOf("batch", "batch_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "training",
    name: "job",
    key: SEQ,
    owner: childOf("model", "model_id"),
    omitted: ["seq", "trainer_pid", "trainer_started", "cancel_reason"],
    ids: ["id", "checkpoint_id"],
  },
  { database: "training", name: "event", key: SEQ, owner: childOf("job", "job_id"), omitted: SEQ, ids: ["id"] },
  { database: "state", name: "evaluation_run", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "evaluation_trial",
    key: ["run_id", "model_index", "trial", "position"],
    owner: childOf("evaluation_run", "run_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "checkpoint_evaluation_setting",
    key: ["model_id"],
    owner: ofProject,
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "checkpoint_evaluation",
    key: SEQ,
    owner: { by: "model_id" },
    omitted: SEQ,
    ids: ["run_id"],
  },
  { database: "state", name: "monitor", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "monitor_score",
    key: ["monitor_id", "call_id"],
    owner: childOf("monitor", "monitor_id"),
    omitted: [],
    ids: [],
  },
  { database: "state", name: "issue", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  { database: "state", name: "issue_event", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  { database: "state", name: "deployment", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  { database: "state", name: "budget", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  { database: "state", name: "watch", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "watch_state",
    key: ["watch_id", "grouped"],
    owner: childOf("watch", "watch_id"),
    omitted: [],
    ids: [],
  },
  { database: "state", name: "watch_event", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  // Addresses of webhooks are secrets, and sealed for this installation.
  {
    database: "state",
    name: "watch_channel",
    key: SEQ,
    owner: ofProject,
    omitted: ["seq", "sealed"],
    ids: ["id"],
  },
  // How far it has looked is a place in the calls of this installation.
  {
    database: "state",
    name: "event_subscription",
    key: SEQ,
    owner: ofProject,
    omitted: ["seq", "cursor"],
    ids: ["id"],
  },
  { database: "state", name: "annotation_queue", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "annotation_item",
    key: SEQ,
    owner: childOf("annotation_queue", "queue_id"),
    omitted: SEQ,
    ids: ["id"],
  },
  {
    database: "state",
    name: "annotation_progress",
    key: ["item_id", "user_id"],
    owner: childOf("annotation_item", "item_id"),
    omitted: [],
    ids: [],
  },
  { database: "state", name: "training_run", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "training_iteration",
    key: ["run_id", "iteration"],
    owner: childOf("training_run", "run_id"),
    omitted: [],
    ids: ["job_id"],
  },
  {
    database: "state",
    name: "training_rollout",
    key: ["run_id", "iteration", "task", "rollout"],
    owner: childOf("training_run", "run_id"),
    omitted: [],
    ids: [],
  },
  { database: "state", name: "logged_run", key: SEQ, owner: ofProject, omitted: SEQ, ids: ["id"] },
  {
    database: "state",
    name: "logged_iteration",
    key: ["run_id", "iteration"],
    owner: childOf("logged_run", "run_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "logged_text",
    key: ["run_id", "at"],
    owner: childOf("logged_run", "run_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "logged_task",
    key: ["run_id", "name"],
    owner: childOf("logged_run", "run_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "logged_rollout",
    key: ["run_id", "iteration", "task", "rollout"],
    owner: childOf("logged_run", "run_id"),
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "run_profile",
    key: ["project_id", "run_id"],
    owner: ofProject,
    omitted: [],
    ids: [],
  },
  {
    database: "state",
    name: "run_watch_rules",
    key: ["project_id", "run_id"],
    owner: ofProject,
    omitted: [],
    ids: [],
  },
  { database: "state", name: "retention", key: ["project_id"], owner: ofProject, omitted: [], ids: [] },
  // The project's key for hashes is a secret.
  { database: "state", name: "redaction", key: ["project_id"], owner: ofProject, omitted: ["sealed"], ids: [] },
];

/** Settings that act on what a project stores. An import leaves those that its project has already. */
export const SETTINGS_TABLES: readonly string[] = ["retention", "redaction"];

/** The tables of everything else: a project with rows in one of them is in use. */
export const RECORD_TABLES = EXPORTED_TABLES.filter(({ name }) => !SETTINGS_TABLES.includes(name));

/** The tables of the state and of training that an export leaves out, and why. */
export const NOT_EXPORTED_TABLES: Readonly<Record<string, string>> = {
  "state/api_key": "secrets of the installation",
  "state/audit_waiting": "entries that wait for the audit log of the installation",
  "state/held_span": "spans that wait for seconds, whose calls are exported as running",
  "state/issue_place": "how far this installation has looked at its calls",
  "state/lease": "work of running services",
  "state/model_provider": "secrets of the installation",
  "state/packed_iterations": "made again from the iterations of logged runs",
  "state/project_import": "work of an import",
  "state/run_watch": "made again while runs are watched",
  "state/setting": "settings of the installation",
  "state/watch_delivery": "messages that this installation sent",
  "state/watch_read": "what people of this installation have read",
  "state/span_message": "messages that wait for their spans",
  "training/lease": "work of running services",
};

/** Returns the section of a table in the file. */
export const sectionOfTable = ({ database, name }: Pick<ExportedTable, "database" | "name">) => `${database}/${name}`;
