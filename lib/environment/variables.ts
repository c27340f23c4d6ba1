import { z } from "zod";
import { isUsableSecretKey } from "./usable-secret-key";
import { integerInRange, issuer, list, origin, port, yesOrNo } from "./value-rules";

/** Official clients check the length of a key before they send it. */
const MIN_API_KEY_LENGTH = 40;

/** What a variable is for, in one sentence, and what stands in the README's column of defaults. */
interface Column {
  readonly schema: z.ZodType;
  readonly meaning: string;
  readonly shownDefault: string;
  /** Set by the launcher for its children; not for people. */
  readonly isInternal?: boolean;
}

function column<Schema extends z.ZodType>(
  schema: Schema,
  shownDefault: string,
  meaning: string,
  isInternal = false,
): Column & { readonly schema: Schema } {
  return { schema, shownDefault, meaning, isInternal };
}

/** Every variable that Heddle reads: one place that checks and documents it. */
export const environmentColumns = {
  PORT: column(port.default(7700), "7700", "Port of the dashboard."),
  HEDDLE_SERVICE_PORT: column(port.default(7701), "7701", "Port of the embedded service, which SDKs log to."),
  HEDDLE_HOST: column(
    z.string().min(1).max(255).default("127.0.0.1"),
    "127.0.0.1",
    "Address that both listen on. 0.0.0.0 opens them to the network: put TLS in front.",
  ),
  HEDDLE_DATA: column(z.string().min(1).default(".heddle"), ".heddle", "Folder that holds everything that is stored."),
  HEDDLE_URL: column(
    origin("https://heddle.example.org").optional(),
    "http://localhost:PORT",
    "Public address of the dashboard, when it stands behind a proxy or another name.",
  ),
  HEDDLE_SERVICE_URL: column(
    origin("https://traces.example.org").optional(),
    "http://localhost:HEDDLE_SERVICE_PORT",
    "Public address of the embedded service, as clients reach it. Shown wherever an example names it.",
  ),
  HEDDLE_SECRET_KEY: column(
    z.string().refine(isUsableSecretKey, { error: "32 random bytes in base64, not taken from an example" }).optional(),
    "a file in HEDDLE_DATA",
    "Encrypts stored credentials and signs sessions. Without it a key is made at the first start.",
  ),
  HEDDLE_API_KEY: column(
    z
      .string()
      .min(MIN_API_KEY_LENGTH, {
        error: `at least ${MIN_API_KEY_LENGTH} characters, since official clients check that`,
      })
      .max(512)
      .regex(/^[\x21-\x7e]+$/, { error: "printable characters without spaces" })
      .optional(),
    "none",
    "A key that the embedded service accepts, beside those made with `npm run key`.",
  ),
  HEDDLE_ADMIN_EMAIL: column(
    z.email({ error: "an e-mail address" }).optional(),
    "none",
    "Makes the first admin at the first start, together with HEDDLE_ADMIN_PASSWORD, in place of the set-up link.",
  ),
  HEDDLE_ADMIN_PASSWORD: column(
    z.string().min(12, { error: "at least 12 characters" }).max(256, { error: "at most 256 characters" }).optional(),
    "none",
    "Password of that first admin, 12 to 256 characters.",
  ),
  HEDDLE_CONNECTION_POLICY: column(
    z
      .enum(["self-hosted", "public-only", "allowlist"], { error: "self-hosted, public-only or allowlist" })
      .default("self-hosted"),
    "self-hosted",
    "Which addresses connections may have: private ones too, public ones over https only, or the listed ones only.",
  ),
  HEDDLE_CONNECTION_ALLOW: column(
    list.default([]),
    "none",
    "Comma-separated hosts, host:port pairs or CIDR ranges that connections may have besides, or alone with `allowlist`.",
  ),
  HEDDLE_TRUSTED_PROXY_HOPS: column(
    integerInRange(0, 8).default(0),
    "0",
    "How many proxies in front may be believed about the caller's address (X-Forwarded-For).",
  ),
  OIDC_ISSUER: column(
    issuer.optional(),
    "none",
    "A provider that people sign in with (OpenID Connect), by the address that `/.well-known/openid-configuration` follows.",
  ),
  OIDC_CLIENT_ID: column(z.string().min(1).optional(), "none", "Heddle's client id at that provider."),
  OIDC_CLIENT_SECRET: column(z.string().min(1).optional(), "none", "And its client secret."),
  OIDC_NAME: column(
    z.string().min(1).max(40, { error: "at most 40 characters" }).default("single sign-on"),
    "single sign-on",
    "What the sign-in page calls the provider: Continue with …",
  ),
  OIDC_SCOPES: column(
    z
      .string()
      .refine((text) => text.split(" ").includes("openid"), {
        error: "scopes with one space between, openid among them",
      })
      .default("openid email profile"),
    "openid email profile",
    "Scopes that are asked for.",
  ),
  OIDC_ALLOWED: column(
    list.default([]),
    "everybody there",
    "Comma-separated domains (example.org) and addresses that may sign in with it.",
  ),
  OIDC_SIGN_UP: column(
    yesOrNo,
    "no",
    "Whether people without an account get one when they sign in with it: yes or no.",
  ),
  OIDC_ROLE: column(
    z.enum(["viewer", "member", "admin"], { error: "viewer, member or admin" }).default("viewer"),
    "viewer",
    "The role of such accounts.",
  ),
  OIDC_TRUST_EMAIL: column(
    yesOrNo,
    "no",
    "Takes the provider's addresses for verified where it does not say so. Only for one at which nobody chooses their own.",
  ),
  HEDDLE_TRAINER: column(
    z.string().regex(/\S/, { error: "a command" }).max(4_096, { error: "at most 4096 characters" }).optional(),
    "the built-in trainer",
    "Command that trains models, started once for each job; `docs/trainer.md` says what it reads and writes. `none` takes no training jobs.",
  ),
  HEDDLE_TRAINER_MODELS: column(
    list.default([]),
    "none",
    "Comma-separated base models that the trainer can train, to be offered; others may be asked for.",
  ),
  HEDDLE_TRAINER_SILENCE_SECONDS: column(
    integerInRange(1, 86_400).default(1_800),
    "1800",
    "A trainer that writes nothing for this long counts as hung and is ended.",
  ),
  HEDDLE_TRAINER_MAX_SECONDS: column(
    integerInRange(1, 2_000_000).default(86_400),
    "86400",
    "The longest that a training job may run.",
  ),
  CLICKHOUSE_URL: column(
    z.url({ protocol: /^https?$/, error: "an address such as http://user:password@clickhouse:8123/heddle" }).optional(),
    "none",
    "A ClickHouse server for the traces, in place of the embedded engine.",
  ),
  DATABASE_URL: column(
    z.undefined({ error: "nothing: PostgreSQL is not supported yet, the dashboard keeps SQLite files in HEDDLE_DATA" }),
    "none",
    "Reserved for PostgreSQL, which is not supported yet: start is refused when it is set.",
  ),
  HEDDLE_LOCAL_TOKEN: column(
    z.string().min(MIN_API_KEY_LENGTH).optional(),
    "made at each start",
    "Lets the dashboard speak to the embedded service; the launcher hands it to both.",
    true,
  ),
} as const satisfies Record<string, Column>;

type Columns = typeof environmentColumns;

export type VariableName = keyof Columns;

export const variableNames = Object.keys(environmentColumns) as VariableName[];

/** What each variable holds once it is checked. */
export type VariableValues = { readonly [Name in VariableName]: z.output<Columns[Name]["schema"]> };
