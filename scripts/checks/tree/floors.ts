import { type Area, roomsOf } from "./floor-rules";

const CONTRACT = "lib/api/contract";
const JSON_GUARD = "lib/json/guard";
const ERROR_MESSAGE = "lib/failure/error-message";

/** What every service and every page speak. */
const contract: Area = {
  name: "The contract",
  folder: CONTRACT,
  mayReach: [JSON_GUARD],
  floors: [
    ["errors", "operation", "scalars"],
    ["query"],
    ["admin", "calls", "completions", "costs", "feedback", "files", "objects", "tables", "training", "values"],
    ["app"],
    // The table of all operations.
    ["."],
  ],
};

/** What holds secrets, cookies and the dashboard's database. */
const server: Area = {
  name: "The dashboard's server",
  folder: "lib",
  isServerOnly: true,
  mayReach: [CONTRACT, ERROR_MESSAGE, JSON_GUARD],
  floors: [
    ["environment", "sqlite"],
    ["database"],
    ["auth"],
    ["api/server/answer"],
    ["api/server/upstream"],
    ["api/server/dashboard", "api/server/request"],
    ["api/server/service-call"],
    ["api/server/app-handlers"],
    ["api/server/relay"],
  ],
};

/** What runs in the browser as well as on the server. */
const library: Area = {
  name: "The library",
  folder: "lib",
  mayReach: [CONTRACT],
  floors: [
    ["export", "format", "history", "json/guard", "scheduling", "store", "style", "worker"],
    ["failure", "filter", "json/scan", "json/value", "logprobs", "table"],
    ["api/client", "chart", "workspace"],
    ["import", "sample"],
    ["start", "stream"],
    ["json"],
    ["calls", "dataset", "diff", "object"],
    ["chat", "feedback"],
    ["completion", "thread", "trace", "training"],
    ["address"],
  ],
};

/** What pages share. */
const components: Area = {
  name: "Components",
  folder: "components",
  mayReach: [CONTRACT, ...roomsOf(library)],
  floors: [
    ["browser", "form", "glyph"],
    ["ui"],
    ["address", "chart", "filter", "keyboard", "logprobs", "state", "table"],
    ["calls", "compare", "diff", "session", "settings", "thread"],
    ["object", "saved-view", "start", "training"],
    ["json"],
    ["chat"],
    ["call"],
    ["shell", "trace"],
  ],
};

/** The rooms of a page are its own: `page-rules.ts` keeps pages apart, and the check for circles orders their rooms. */
const pages: Area = {
  name: "Pages",
  folder: "app",
  mayReach: [CONTRACT, ...roomsOf(library), ...roomsOf(server), "components"],
  floors: [["**"]],
};

/** A program of its own. Its base model is fitted to the conversations of the sample project. */
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
  floors: [["conversation"], ["model"], ["chat", "policy"], ["."]],
};

const service: Area = {
  name: "The service",
  folder: "service",
  mayReach: [
    CONTRACT,
    ERROR_MESSAGE,
    "lib/environment",
    JSON_GUARD,
    "lib/json/scan",
    "lib/sqlite",
    "lib/training/trainer-protocol",
    "trainer/chat",
    "package.json",
  ],
  floors: [
    ["errors", "json", "state"],
    ["access", "checks", "concurrency"],
    ["store/engine"],
    ["store/expression", "store/files", "store/objects", "store/schema"],
    ["store/calls", "store/prices", "store/tables"],
    ["store"],
    ["completions", "objects", "tables", "values"],
    ["handlers"],
    ["calls", "feedback", "http/bodies"],
    ["otel"],
    ["http", "training"],
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
    "components/keyboard/key-table",
    "lib/auth",
    "lib/database",
    "lib/environment",
    "lib/import",
    "service",
  ],
  floors: [
    ["checks/names", "commands", "launcher", "prepare"],
    ["checks/check"],
    ["checks/documents", "checks/runners", "checks/tree"],
    ["checks/keys"],
    ["checks"],
    ["."],
  ],
};

/**
 * The order of all rooms, each area from the ground up. A new folder gets its place here. An import that goes up, or
 * across one floor, needs what is shared to move below both.
 */
export const areas: readonly Area[] = [contract, server, library, components, pages, trainer, service, scripts];
