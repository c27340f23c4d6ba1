import { z } from "zod";
import { auditReceiver, receiverHeaders, receiverSecret } from "./audit-receiver";
import { oidcRoleRules } from "./oidc-role-rules";
import { isUsableSecretKey } from "./usable-secret-key";
import {
  databaseAddress,
  devices,
  integerInRange,
  issuer,
  list,
  origin,
  otlpGrpcPort,
  port,
  yesOrNo,
} from "./value-rules";

/** Official clients check the length of a key before they send it. */
const MIN_API_KEY_LENGTH = 40;

/** The purpose of a variable, in one sentence, and the text of its default in `docs/configuration.md`. */
interface Column {
  readonly schema: z.ZodType;
  readonly meaning: string;
  readonly shownDefault: string;
  /** Set by the launcher for its child processes; not public. */
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

/** Every variable that Heddle reads; the one place that checks and documents them. */
export const environmentColumns = {
  PORT: column(port.default(7700), "7700", "Port of the dashboard."),
  HEDDLE_SERVICE_PORT: column(port.default(7701), "7701", "Port of the embedded service, which SDKs log to."),
  HEDDLE_OTLP_GRPC_PORT: column(
    otlpGrpcPort.optional(),
    "4317, if it is free",
    "Port of the embedded service for OpenTelemetry over gRPC, or `off`. A port that is set here must be free.",
  ),
  HEDDLE_OTLP_GRPC_CERT: column(
    z.string().min(1).optional(),
    "none",
    "File with the certificate chain (PEM) of that port, together with HEDDLE_OTLP_GRPC_KEY; without both it is plain text.",
  ),
  HEDDLE_OTLP_GRPC_KEY: column(z.string().min(1).optional(), "none", "File with the private key of that certificate."),
  HEDDLE_OTLP_SERVICE_ENTITY: column(
    z
      .string()
      .regex(/^[\w.-]{1,100}$/, "letters, digits, dots, hyphens and underscores")
      .optional(),
    "none",
    "Entity of the projects in which OpenTelemetry data is stored that names none: ENTITY/NAME, where NAME is its `service.name`.",
  ),
  HEDDLE_HOST: column(
    z.string().min(1).max(255).default("127.0.0.1"),
    "127.0.0.1",
    "Address that both listen on. 0.0.0.0 exposes them to the network; put TLS in front.",
  ),
  HEDDLE_DATA: column(z.string().min(1).default(".heddle"), ".heddle", "Folder for all stored data."),
  HEDDLE_URL: column(
    origin("https://heddle.example.org").optional(),
    "http://localhost:PORT",
    "Public address of the dashboard, if it is behind a proxy or has another name.",
  ),
  HEDDLE_SERVICE_URL: column(
    origin("https://traces.example.org").optional(),
    "http://localhost:HEDDLE_SERVICE_PORT",
    "Public address of the embedded service, as clients reach it. Shown in examples; loggers of training runs and import commands send there.",
  ),
  HEDDLE_SECRET_KEY: column(
    z.string().refine(isUsableSecretKey, { error: "32 random bytes in base64, not taken from an example" }).optional(),
    "a file in HEDDLE_DATA",
    "Encrypts stored credentials and signs sessions. If not set, a key is created at the first start.",
  ),
  HEDDLE_SECRET_KEY_PREVIOUS: column(
    z.string().refine(isUsableSecretKey, { error: "32 random bytes in base64, not taken from an example" }).optional(),
    "none",
    "The replaced key, for one start after HEDDLE_SECRET_KEY was changed: credentials are then encrypted with the new one.",
  ),
  HEDDLE_SERVICE_SECRET_KEY: column(
    z.string().refine(isUsableSecretKey, { error: "32 random bytes in base64, not taken from an example" }).optional(),
    "a file in HEDDLE_DATA",
    "Encrypts the provider keys that the service stores. Services that share DATABASE_URL need the same one.",
  ),
  HEDDLE_SERVICE_SECRET_KEY_PREVIOUS: column(
    z.string().refine(isUsableSecretKey, { error: "32 random bytes in base64, not taken from an example" }).optional(),
    "none",
    "The replaced key, for one start after HEDDLE_SERVICE_SECRET_KEY was changed: provider keys are then encrypted with the new one.",
  ),
  HEDDLE_API_KEY: column(
    z
      .string()
      .min(MIN_API_KEY_LENGTH, {
        error: `at least ${MIN_API_KEY_LENGTH} characters, since official clients check the length`,
      })
      .max(512)
      .regex(/^[\x21-\x7e]+$/, { error: "printable characters without spaces" })
      .optional(),
    "none",
    "A key that the embedded service accepts, in addition to those created with `npm run key`.",
  ),
  HEDDLE_ADMIN_EMAIL: column(
    z.email({ error: "an e-mail address" }).optional(),
    "none",
    "Creates the first admin at the first start, together with HEDDLE_ADMIN_PASSWORD, instead of the set-up link.",
  ),
  HEDDLE_ADMIN_PASSWORD: column(
    z.string().min(12, { error: "at least 12 characters" }).max(256, { error: "at most 256 characters" }).optional(),
    "none",
    "Password of the first admin, 12 to 256 characters, no common one.",
  ),
  HEDDLE_CONNECTION_POLICY: column(
    z
      .enum(["self-hosted", "public-only", "allowlist"], { error: "self-hosted, public-only or allowlist" })
      .default("self-hosted"),
    "self-hosted",
    "Addresses that connections may use: private ones too, only public ones over https, or only the listed ones.",
  ),
  HEDDLE_CONNECTION_ALLOW: column(
    list.default([]),
    "none",
    "Comma-separated hosts, host:port pairs or CIDR ranges that connections may also use, or with `allowlist` may only use.",
  ),
  HEDDLE_TRUSTED_PROXY_HOPS: column(
    integerInRange(0, 8).default(0),
    "0",
    "Number of trusted proxies in front that report the caller's address (X-Forwarded-For).",
  ),
  HEDDLE_AUDIT_DAYS: column(
    integerInRange(1, 36_500).optional(),
    "for ever",
    "Days for which entries of the audit log are kept. Older ones are removed at the start and once a day.",
  ),
  HEDDLE_AUDIT_FORWARD: column(
    auditReceiver.optional(),
    "none",
    "Receiver of the audit log: `https://…` for signed webhooks, `otlp+https://…/v1/logs`, `syslog+tls://host:6514`; also without TLS. See `docs/operate/operating.md`.",
  ),
  HEDDLE_AUDIT_FORWARD_HEADERS: column(
    receiverHeaders.optional(),
    "none",
    "Headers for that receiver: `Authorization=Bearer%20…`, separated by commas.",
  ),
  HEDDLE_AUDIT_FORWARD_SECRET: column(
    receiverSecret.optional(),
    "none",
    "Signs webhooks to that receiver: `whsec_` and a key of at least 24 bytes in base64.",
  ),
  HEDDLE_SESSION_HOURS: column(
    integerInRange(1, 8_760).default(168),
    "168",
    "Hours after which a session ends, even if it is used.",
  ),
  HEDDLE_SESSION_IDLE_HOURS: column(
    integerInRange(1, 8_760).default(8),
    "8",
    "Hours without use after which a session ends.",
  ),
  HEDDLE_PASSWORDS: column(
    z.enum(["yes", "no"], { error: "yes or no" }).default("yes"),
    "yes",
    "Whether users may sign in with a password: `no` leaves the OpenID Connect provider alone.",
  ),
  OIDC_ISSUER: column(
    issuer.optional(),
    "none",
    "OpenID Connect provider for signing in: the address before `/.well-known/openid-configuration`.",
  ),
  OIDC_CLIENT_ID: column(z.string().min(1).optional(), "none", "Heddle's client ID at that provider."),
  OIDC_CLIENT_SECRET: column(z.string().min(1).optional(), "none", "Heddle's client secret at that provider."),
  OIDC_NAME: column(
    z.string().min(1).max(40, { error: "at most 40 characters" }).default("single sign-on"),
    "single sign-on",
    "Name of the provider on the sign-in page: Continue with …",
  ),
  OIDC_SCOPES: column(
    z
      .string()
      .refine((text) => text.split(" ").includes("openid"), {
        error: "scopes separated by one space, including openid",
      })
      .default("openid email profile"),
    "openid email profile",
    "Scopes to request.",
  ),
  OIDC_ALLOWED: column(
    list.default([]),
    "all its users",
    "Comma-separated domains (example.org) and addresses that may sign in with the provider.",
  ),
  OIDC_SIGN_UP: column(
    yesOrNo,
    "no",
    "Creates an account for users without one when they sign in with the provider: yes or no.",
  ),
  OIDC_ROLE: column(
    z.enum(["viewer", "member", "admin"], { error: "viewer, member or admin" }).default("viewer"),
    "viewer",
    "Role of accounts created that way.",
  ),
  OIDC_ROLES: column(
    oidcRoleRules.default([]),
    "none",
    "Roles by a claim of the provider: `admins=admin,engineers=member,evals=member@WORKSPACE`. Set at each sign-in; without one of these roles nobody signs in.",
  ),
  OIDC_ROLES_CLAIM: column(
    z.string().min(1).max(200).default("groups"),
    "groups",
    "The claim that OIDC_ROLES reads; with dots for a member of an object.",
  ),
  OIDC_TRUST_EMAIL: column(
    yesOrNo,
    "no",
    "Treats the provider's addresses as verified if it does not say. Only for a provider whose users cannot choose their own address.",
  ),
  HEDDLE_TRAINER: column(
    z.string().regex(/\S/, { error: "a command" }).max(4_096, { error: "at most 4096 characters" }).optional(),
    "the built-in trainer",
    "Command that trains models, started once per job; `docs/train/trainer.md` describes its input and output. `none` disables training jobs.",
  ),
  HEDDLE_TRAINER_MODELS: column(
    list.default([]),
    "none",
    "Comma-separated base models that the trainer can train, for suggestions; other models can be requested too.",
  ),
  HEDDLE_TRAINER_DEVICES: column(
    devices.default([]),
    "none",
    "Comma-separated devices, such as `0,1` or `0+1,2+3`, on each of which one job trains at a time; `docs/train/trainer.md` says how a trainer learns its device.",
  ),
  HEDDLE_TRAINER_SILENCE_SECONDS: column(
    integerInRange(1, 86_400).default(1_800),
    "1800",
    "Maximum time without output, after which a trainer is considered hung and is ended.",
  ),
  HEDDLE_TRAINER_MAX_SECONDS: column(
    integerInRange(1, 2_000_000).default(86_400),
    "86400",
    "Maximum duration of a training job.",
  ),
  HEDDLE_SERVER: column(
    z.string().regex(/\S/, { error: "a command" }).max(4_096, { error: "at most 4096 characters" }).optional(),
    "none",
    "Command that serves checkpoints of your own trainer, started for a base model when one is requested; `docs/train/model-server.md` describes it.",
  ),
  HEDDLE_SERVER_START_SECONDS: column(
    integerInRange(1, 86_400).default(600),
    "600",
    "Maximum time until a started model server answers.",
  ),
  HEDDLE_SERVER_IDLE_SECONDS: column(
    integerInRange(1, 2_000_000).default(900),
    "900",
    "Time without requests after which a model server is stopped.",
  ),
  HEDDLE_SERVER_LIMIT: column(
    integerInRange(1, 64).default(1),
    "1",
    "Number of model servers that may run at once, each with its own base model.",
  ),
  HEDDLE_BLOBS: column(
    z
      .string()
      .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9!_.*'()-]+)*\/?$/, {
        error: "the address of a bucket, s3://bucket or s3://bucket/prefix",
      })
      .max(512)
      .optional(),
    "folders in HEDDLE_DATA",
    "Bucket for files, payloads of jobs and checkpoints: `s3://bucket/prefix`. Server and credentials come from AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID and the other usual variables.",
  ),
  HEDDLE_SMTP_URL: column(
    z.url({ protocol: /^smtps?$/, error: "an address such as smtp://user:password@mail.example.org:587" }).optional(),
    "none",
    "Mail server for messages of watches: `smtp://user:password@host:587`, encrypted where the server offers it, or `smtps://` with TLS from the beginning.",
  ),
  HEDDLE_SMTP_FROM: column(
    z.email({ error: "an address such as heddle@example.org" }).optional(),
    "none",
    "Address that these messages come from. Needed with HEDDLE_SMTP_URL.",
  ),
  HEDDLE_METRICS: column(
    z
      .string()
      .regex(/^(open|[\x21-\x7e]{16,256})$/, { error: "`open`, or a token of 16 to 256 characters without spaces" })
      .optional(),
    "none",
    "Serves measurements for Prometheus at `/metrics` of the service: to everybody with `open`, or with this token as Bearer token.",
  ),
  CLICKHOUSE_URL: column(
    z.url({ protocol: /^https?$/, error: "an address such as http://user:password@clickhouse:8123/heddle" }).optional(),
    "none",
    "A ClickHouse server for the traces, instead of the embedded engine. Several services can share it; see `docs/operate/scale.md`.",
  ),
  DATABASE_URL: column(
    databaseAddress.optional(),
    "a file in HEDDLE_DATA",
    "A PostgreSQL database for the dashboard's data (people, sessions, connections, views, audit log) and the service's state (keys, providers, models, jobs, runs), which several of them can share; see `docs/operate/postgresql.md`.",
  ),
  HEDDLE_SERVICE_STATE: column(
    z.enum(["database", "folder"], { error: "database or folder" }).default("database"),
    "database",
    "Where the embedded service keeps its state when DATABASE_URL is set: `database` for that database, `folder` for files in HEDDLE_DATA.",
  ),
  HEDDLE_LEASE_SECONDS: column(
    integerInRange(2, 3_600).default(30),
    "30",
    "Seconds after which another service takes over the work of one that died, if several share DATABASE_URL.",
  ),
  HEDDLE_LOCAL_TOKEN: column(
    z.string().min(MIN_API_KEY_LENGTH).optional(),
    "created at each start",
    "Authenticates the dashboard to the embedded service; the launcher passes it to both.",
    true,
  ),
} as const satisfies Record<string, Column>;

type Columns = typeof environmentColumns;

export type VariableName = keyof Columns;

export const variableNames = Object.keys(environmentColumns) as VariableName[];

/** The value of each variable after the checks. */
export type VariableValues = { readonly [Name in VariableName]: z.output<Columns[Name]["schema"]> };
