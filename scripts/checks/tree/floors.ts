import { type Area, roomsOf } from "./floor-rules";
import { houses } from "./houses";

const CONTRACT = "lib/api/contract";
const GUARD = "lib/guard";

/** The language of every service and every page. */
const contract: Area = {
  name: "The contract",
  folder: CONTRACT,
  mayReach: [GUARD],
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
    ["measures"],
    ["deployments", "issues", "monitors", "sql", "training-runs", "watches"],
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
  mayReach: [CONTRACT, GUARD],
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
    ["guard", "storage"],
    [
      "evaluation/statistics",
      "export",
      "fence",
      "format",
      "guide",
      "history",
      "run",
      "scheduling",
      "sql",
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
    ["ask", "dashboard", "document", "review"],
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
    [
      "ask",
      "dashboard",
      "deployments",
      "evaluation",
      "object",
      "review",
      "saved-view",
      "share",
      "start",
      "training",
      "watches",
    ],
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
  folder: "lib/api/server/mcp",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server), "package.json"],
  floors: [["answer", "program", "skill"], ["service"], ["tools"], ["writing"], ["server"]],
};

/** Pages for visitors without a session: one trace or thread, read with the rights of a viewer. */
const shared: Area = {
  name: "Shared pages",
  folder: "lib/api/server/share",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server), "lib/api/server/mcp/service"],
  floors: [["."]],
};

/** Sign-in for agents: what their programs ask without a session. */
const oauth: Area = {
  name: "Sign-in for agents",
  folder: "lib/api/server/oauth",
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
  folder: "trainers/built-in",
  mayReach: [
    GUARD,
    "lib/sample",
    "lib/training/trainer-protocol",
    "lib/training/trajectories/advantage-rule",
    "lib/training/trajectories/advantages",
  ],
  floors: [["conversation"], ["model"], ["chat", "policy"], [".", "sample"]],
};

/** What the package offers to other programs: of the contract it imports types alone. */
const client: Area = {
  name: "The TypeScript client",
  folder: "clients/typescript",
  mayReach: [CONTRACT],
  floors: [["."]],
};

const scripts: Area = {
  name: "Scripts",
  folder: "scripts",
  mayReach: [
    CONTRACT,
    GUARD,
    "clients/typescript",
    "components/keyboard/key-table",
    "lib/api/server/mcp/program",
    "lib/api/server/mcp/skill",
    "lib/auth",
    "lib/calls/field-table",
    "lib/database",
    "lib/environment",
    "lib/evaluation/runs",
    "lib/format",
    "lib/import",
    "lib/outgoing",
    "lib/postgres",
    "lib/workspace/missing-text",
    "package.json",
    "service",
  ],
  floors: [
    ["installation"],
    ["prepare"],
    ["checks/names", "commands", "launcher", "sign-in", "skills"],
    ["program"],
    ["client", "prepare"],
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
  ...houses,
  client,
  scripts,
];
