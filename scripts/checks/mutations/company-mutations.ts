// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
import type { Mutation } from "./mutation";

const OIDC = "lib/auth/oidc.test.ts";
const SESSIONS = "test/faults/relay-sessions.test.ts";

/** Rows R1 to R24: what a company's reviewer asks for. */
export const companyMutations: readonly Mutation[] = [
  {
    row: "R1",
    without: "the role of the provider's groups",
    file: "lib/auth/apply-claimed-roles.ts",
    text: "await setRole(database, user.id, role);",
    by: "",
    test: { file: OIDC, title: "are the highest that a rule gives, at each sign-in, with an entry for each change" },
  },
  {
    row: "R1",
    without: "the refusal of users without a role",
    file: "lib/auth/oidc-sign-in.ts",
    text: 'if (claimed.role === null) throw new SignInRefusedError("no-role", claims.email ?? claims.sub);',
    by: "",
    test: { file: OIDC, title: "refuse who has none, before an account is made" },
  },
  {
    row: "R6",
    without: "the refusal of passwords",
    file: "lib/auth/auth-options.ts",
    text: 'context.environment.HEDDLE_PASSWORDS === "yes"',
    by: "context.environment.HEDDLE_PASSWORDS !== undefined",
    test: { file: OIDC, title: "open no session where only the provider signs in" },
  },
  {
    row: "R9",
    without: "the limit of the list to the user's own sessions",
    file: "lib/database/sessions.ts",
    text: '.where("user_id", "=", userId)\n    .where((eb)',
    by: ".where((eb)",
    test: { file: SESSIONS, title: "are listed with device, address and last use, and those of others are not" },
  },
  {
    row: "R10",
    without: "the idle time that is set",
    file: "lib/database/sessions.ts",
    text: "seen: around(idleMs)",
    by: "seen: around(Math.max(idleMs, 8 * 3_600_000))",
    test: { file: "lib/database/people.test.ts", title: "end after the hours that are set, without use and at all" },
  },
  {
    row: "R11",
    without: "the end of a member's sessions",
    file: "lib/api/server/app-handlers/sessions.ts",
    text: "endSessionsOf(database, id)",
    by: "endSessionsOf(database, `${id} of nobody`)",
    test: { file: SESSIONS, title: "are all ended by an admin, and by nobody else, and the end is in the audit log" },
  },
  {
    row: "R15",
    without: "rules on what is stored",
    file: "service/traces/redaction/redaction.ts",
    text: "return this.#redactors.size === 0 ? parts : refusing(() => this.#redacted(parts));",
    by: "return parts;",
    test: { file: "service/traces/redaction/redaction.test.ts", title: "is in nothing that is stored, by any way in" },
  },
  {
    row: "R17",
    without: "the limit of waiting bytes",
    file: "service/kernel/concurrency/fair-turns.ts",
    text: "const isFull = waiting.length > 0 && sender.waitingBytes + cost.bytes > this.#limits.bytes;",
    by: "const isFull = false;",
    test: {
      file: "service/kernel/concurrency/fair-turns.test.ts",
      title: "limit the bytes at work, and refuse a request when as many bytes are already waiting",
    },
  },
  {
    row: "R18",
    without: "the first rollout alone",
    file: "service/training/training-runs/runner/budget.ts",
    text: "if (inFlight === 0) return false;",
    by: "return false;",
    test: {
      file: "service/training/training-runs/runner/budget.test.ts",
      title: "runs the first rollout alone where tokens or money are limited",
    },
  },
  {
    row: "R19",
    without: "the marks around values",
    file: "service/evaluation/evaluation-runs/scorers/judge-messages.ts",
    text: "(text) => `${fence.open}${text}${fence.close}`",
    by: "(text) => text",
    test: {
      file: "service/evaluation/evaluation-runs/scorers/judge-injections.test.ts",
      title: "do not leave their marks: none of the corpus, in an answer or in a row",
    },
  },
  {
    row: "R19",
    without: "the marks around names of a project",
    file: "lib/ask/query-question.ts",
    text: "`Ops: ${open}${names(ops)}${close}`",
    by: "`Ops: ${names(ops)}`",
    test: {
      file: "lib/ask/ask-query.test.ts",
      title: "has the names that others wrote between marks that none of them can end",
    },
  },
  {
    row: "R19",
    without: "marks that change",
    file: "lib/api/server/mcp/server/mcp-server.ts",
    text: 'dataFence(randomBytes(8).toString("hex"))',
    by: 'dataFence(randomBytes(8).fill(0).toString("hex"))',
    test: {
      file: "test/mcp/tools.test.ts",
      title: "mark each answer as data that others wrote, with marks that it cannot contain",
    },
  },
  {
    row: "R20",
    without: "the limit of a key that reads only",
    file: "lib/auth/agent-key.ts",
    text: 'withRoleAtMost(user, access === "write" ? "member" : "viewer")',
    by: 'withRoleAtMost(user, access === "write" ? "member" : "member")',
    test: { file: "test/mcp/tools.test.ts", title: "with the role %s and access to %s, a completion ends at: %s" },
  },
  {
    row: "R20",
    without: "the check that what is written was shown",
    file: "lib/api/server/mcp/writing/write.ts",
    text: "requirePlan(reader, action, wanted.plan);",
    by: "void requirePlan;",
    test: {
      file: "test/mcp/tools.test.ts",
      title: "shows a plan first, and writes a score once with it, as the agent of its user",
    },
  },
  {
    row: "R21",
    without: "the signature of forwarded entries",
    file: "lib/api/server/audit-forwarding/send-webhook.ts",
    text: "body }, secret);",
    by: "body }, secret === null ? secret : null);",
    test: {
      file: "lib/api/server/audit-forwarding/audit-forwarder.test.ts",
      title: "arrives whole, in its order, signed, with the headers that were set, and each entry once",
    },
  },
  {
    row: "R21",
    without: "the note of what failed",
    file: "lib/api/server/audit-forwarding/audit-forwarder.ts",
    text: "return { problem: error.message, problemAt: problemAt ?? at };",
    by: "return { lastId, problem: error.message, problemAt: problemAt ?? at };",
    test: {
      file: "lib/api/server/audit-forwarding/audit-forwarder.test.ts",
      title: "waits for a receiver that fails, with the reason and since when, and loses nothing",
    },
  },
  {
    row: "R22",
    without: "a version that a fix needs",
    file: "docs/develop/dependencies.md",
    text: "| next-auth | 4.24.15 |",
    by: "| next-auth | 99.0.0 |",
    test: {
      file: "scripts/checks/package/dependency-rules.test.ts",
      title: "have at least the lowest versions, listed licenses and listed install scripts",
    },
  },
];
