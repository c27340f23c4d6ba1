import { type Area, roomsOf } from "./floor-rules";

const CONTRACT = "lib/api/contract";
const JSON_GUARD = "lib/json/guard";
const ERROR_MESSAGE = "lib/failure/error-message";

/** The language of every service and every page. */
const contract: Area = {
  name: "The contract",
  folder: CONTRACT,
  mayReach: [JSON_GUARD],
  floors: [
    ["errors", "operation", "scalars"],
    ["query"],
    [
      "admin",
      "calls",
      "completions",
      "costs",
      "evaluations",
      "evaluation-runs",
      "feedback",
      "files",
      "objects",
      "tables",
      "training",
      "values",
    ],
    ["issues", "monitors", "training-runs", "watches"],
    ["app"],
    // The table of all operations.
    ["."],
    ["audit"],
  ],
};

/** Code that handles secrets, cookies and the dashboard's database. */
const server: Area = {
  name: "The dashboard's server",
  folder: "lib",
  isServerOnly: true,
  mayReach: [CONTRACT, ERROR_MESSAGE, JSON_GUARD],
  floors: [
    ["environment", "sqlite"],
    ["outgoing", "postgres"],
    ["database"],
    ["auth"],
    ["api/server/answer"],
    ["api/server/upstream"],
    ["api/server/dashboard", "api/server/request"],
    ["api/server/service-call"],
    ["api/server/app-handlers"],
    ["api/server/audit-forwarding"],
    ["api/server/relay"],
  ],
};

/** Code that runs in the browser and on the server. */
const library: Area = {
  name: "The library",
  folder: "lib",
  mayReach: [CONTRACT],
  floors: [
    ["storage"],
    [
      "evaluation/statistics",
      "export",
      "fence",
      "format",
      "guide",
      "history",
      "json/guard",
      "run",
      "scheduling",
      "store",
      "style",
      "worker",
    ],
    ["failure", "filter", "json/scan", "json/value", "logprobs", "markdown", "table", "usage"],
    ["api/client", "chart", "parquet", "score", "workspace"],
    ["import", "sample"],
    ["start", "stream"],
    ["json"],
    ["chat", "object"],
    ["calls", "dataset", "diff", "evaluation/runs"],
    ["feedback"],
    ["completion", "thread", "trace", "training"],
    ["ask", "document", "review"],
    ["address"],
  ],
};

/** Code that pages share. */
const components: Area = {
  name: "Components",
  folder: "components",
  mayReach: [CONTRACT, ...roomsOf(library)],
  floors: [
    ["browser", "form", "glyph"],
    ["grid", "list", "ui"],
    ["dialog"],
    ["address", "chart", "filter", "find", "keyboard", "logprobs", "state", "table"],
    ["session"],
    ["source"],
    ["calls", "compare", "diff", "run", "score", "settings"],
    ["thread"],
    ["ask", "evaluation", "object", "review", "saved-view", "share", "start", "training", "watches"],
    ["media"],
    ["json", "markdown"],
    ["chat"],
    ["call"],
    ["shell", "trace"],
  ],
};

/** The MCP server: tools for agents over the dashboard's own requests, and the programs that call it. */
const agents: Area = {
  name: "The MCP server",
  folder: "mcp",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server), "package.json"],
  floors: [["answer", "program", "skill"], ["service"], ["tools"], ["server"]],
};

/** Pages for visitors without a session: one trace or thread, read with the rights of a viewer. */
const shared: Area = {
  name: "Shared pages",
  folder: "share",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server), "mcp/service"],
  floors: [["."]],
};

/** Sign-in for agents: what their programs ask without a session. */
const oauth: Area = {
  name: "Sign-in for agents",
  folder: "oauth",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server)],
  floors: [["."]],
};

/**
 * Each page has its own rooms: `page-rules.ts` keeps pages apart, and the check for import cycles orders their rooms.
 */
const pages: Area = {
  name: "Pages",
  folder: "app",
  mayReach: [
    CONTRACT,
    ...roomsOf(library),
    ...roomsOf(server),
    ...roomsOf(agents),
    ...roomsOf(shared),
    ...roomsOf(oauth),
    "components",
  ],
  floors: [["**"]],
};

/** A separate program. Its base model is fitted to the conversations of the sample project. */
const trainer: Area = {
  name: "The built-in trainer",
  folder: "trainer",
  mayReach: [
    JSON_GUARD,
    "lib/sample",
    "lib/training/trainer-protocol",
    "lib/training/trajectories/advantage-rule",
    "lib/training/trajectories/advantages",
  ],
  floors: [["conversation"], ["model"], ["chat", "policy"], [".", "sample"]],
};

const service: Area = {
  name: "The service",
  folder: "service",
  mayReach: [
    CONTRACT,
    ERROR_MESSAGE,
    "lib/environment",
    "lib/calls/call-kind",
    "lib/calls/end-user-paths",
    "lib/chat",
    "lib/evaluation/statistics",
    "lib/fence",
    JSON_GUARD,
    "lib/json/scan",
    "lib/outgoing",
    "lib/postgres",
    "lib/sqlite",
    "lib/training/metrics/growing-column",
    "lib/training/metrics/metric-order",
    "lib/training/metrics/missing-values",
    "lib/training/metrics/smoothing",
    "lib/training/trainer-protocol",
    "lib/training/trajectories/advantage-rule",
    "lib/usage",
    "trainer/chat",
    "package.json",
  ],
  floors: [
    ["errors"],
    ["concurrency", "memory", "packages"],
    ["json"],
    ["state"],
    ["access", "checks"],
    ["store/engine"],
    ["store/commits", "store/ids"],
    ["store/expression", "store/files", "store/objects", "store/schema"],
    ["store/scores", "store/sources"],
    ["store/calls", "store/prices", "store/tables"],
    ["store"],
    ["backup", "completions", "metrics", "objects", "redaction", "retention", "runs", "tables", "values"],
    ["handlers"],
    ["annotation-queues", "calls", "evaluations", "feedback", "http/bodies"],
    ["calls/audit"],
    ["otel"],
    ["otel/wire"],
    ["otel/messages", "otel/turns"],
    ["http", "training"],
    ["evaluation-runs", "scrub"],
    ["checkpoint-evaluations"],
    ["monitors", "projects", "training-runs"],
    ["issues", "watches"],
    ["operations"],
    ["."],
  ],
};

const scripts: Area = {
  name: "Scripts",
  folder: "scripts",
  mayReach: [
    CONTRACT,
    ERROR_MESSAGE,
    JSON_GUARD,
    "components/keyboard/key-table",
    "lib/auth",
    "lib/database",
    "lib/environment",
    "lib/evaluation/runs",
    "lib/format",
    "lib/import",
    "lib/postgres",
    "lib/workspace/missing-text",
    "package.json",
    "service",
  ],
  floors: [
    ["installation"],
    ["prepare"],
    ["checks/names", "commands", "launcher", "program"],
    ["gate"],
    ["checks/check", "checks/records"],
    ["checks/history", "checks/package", "checks/runners", "checks/schedule", "checks/tree"],
    ["checks/mutations"],
    ["checks/documents", "checks/keys", "checks/related"],
    ["checks"],
    ["."],
  ],
};

/**
 * The order of all rooms, each area from the ground up. A new folder gets its place here. For an import that goes up or
 * across one floor, move the shared code below both.
 */
export const areas: readonly Area[] = [
  contract,
  server,
  library,
  components,
  agents,
  shared,
  oauth,
  pages,
  trainer,
  service,
  scripts,
];
