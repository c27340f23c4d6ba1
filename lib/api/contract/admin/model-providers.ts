import { z } from "zod";

/** What stands before the slash in `provider/model`. */
const providerName = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, { error: "Small letters, digits, - and _, at most 40" });

/** Where `/chat/completions` is added: no credentials, no query, no fragment, no slash at the end. */
const providerAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => isAddress(text), { error: "An http or https address without a password or a query" })
  .transform((text) => text.replace(/\/+$/, ""));

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

/** Frame the request, or would make it somebody else's. */
const RESERVED_HEADERS =
  /^(?:host|content-length|content-type|connection|transfer-encoding|cookie|te|upgrade|expect)$/i;

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, { error: "Not the name of a header" })
  .refine((name) => !RESERVED_HEADERS.test(name), { error: "This header belongs to the service" });

const headerValue = z.string().regex(/^[\t\x20-\x7e]{0,4000}$/, { error: "Only visible ASCII characters" });

const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{0,4000}$/, { error: "Only visible ASCII characters, without spaces" });

/** Where a completion can go, as the dashboard's settings see it. Neither a key nor the value of a header is in it. */
export const modelProvider = z.looseObject({
  name: providerName,
  title: z.string(),
  base_url: z.string(),
  is_local: z.boolean(),
  /** Where its address and its key come from; `none` for a ready entry that nobody has set. */
  source: z.enum(["settings", "environment", "none"]),
  /** `unreadable`: stored with another key file, so that it must be entered again. */
  key: z.enum(["set", "not-set", "not-needed", "unreadable"]),
  /** The variable that a key may be read from; null for providers that are known from the settings alone. */
  api_key_name: z.string().nullable(),
  extra_header_names: z.array(z.string()),
  api_version: z.string().nullable(),
  updated_at: z.string().nullable(),
});

export const modelProvidersResult = z.looseObject({ providers: z.array(modelProvider) });

/** `api_key` and `extra_headers` that are absent or null keep what is stored for the same address; empty ones clear it. */
export const modelProviderSet = z.object({
  name: providerName,
  title: z.string().trim().max(80).nullish(),
  base_url: providerAddress,
  api_key: apiKey.nullish(),
  extra_headers: z.record(headerName, headerValue).nullish(),
  api_version: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w.-]*$/, { error: "Letters, digits, points and hyphens" })
    .nullish(),
});

export const modelProviderByName = z.object({ name: providerName });

/** What a provider answered when it was asked for its models. */
export const modelProviderTest = z.looseObject({
  models: z.array(z.string()).nullable(),
  /** Why there are none; null when it answered. */
  failure: z.string().nullable(),
});
