import { z } from "zod";

/** The prefix of model names: `provider/model`. */
const providerName = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, { error: "Lower-case letters, digits, - and _, at most 40" });

/** The address to which `/chat/completions` is appended: no credentials, query, fragment or trailing slash. */
const providerAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => isAddress(text), { error: "An http or https address without a password or a query" })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ""));

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

/** Headers that frame the request, or would change its identity. */
const RESERVED_HEADERS =
  /^(?:host|content-length|content-type|connection|transfer-encoding|cookie|te|upgrade|expect)$/i;

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, { error: "Not a valid header name" })
  .refine((name) => !RESERVED_HEADERS.test(name), { error: "This header is set by the service" });

const headerValue = z.string().regex(/^[\t\x20-\x7e]{0,4000}$/, { error: "Only visible ASCII characters" });

const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{0,4000}$/, { error: "Only visible ASCII characters, without spaces" });

/** A destination of completions, as the dashboard's settings show it. It contains neither a key nor a header value. */
export const modelProvider = z.looseObject({
  name: providerName,
  title: z.string(),
  base_url: z.string(),
  is_local: z.boolean(),
  /** The source of its address and key; `none` for a predefined entry that is not configured. */
  source: z.enum(["settings", "environment", "none"]),
  /** `unreadable`: stored with another key file, so the key must be entered again. */
  key: z.enum(["set", "not-set", "not-needed", "unreadable"]),
  /** The environment variable of the key; null for providers that are defined only in the settings. */
  api_key_name: z.string().nullable(),
  extra_header_names: z.array(z.string()),
  api_version: z.string().nullable(),
  updated_at: z.string().nullable(),
});

export const modelProvidersResult = z.looseObject({ providers: z.array(modelProvider) });

/**
 * `api_key` and `extra_headers` keep the stored values for the same address when absent or null; empty values clear
 * them.
 */
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
    .regex(/^[\w.-]*$/, { error: "Letters, digits, periods and hyphens" })
    .nullish(),
});

export const modelProviderByName = z.object({ name: providerName });

/** A provider's response to a request for its models. */
export const modelProviderTest = z.looseObject({
  models: z.array(z.string()).nullable(),
  /** The reason why there are none; null when the provider responded. */
  failure: z.string().nullable(),
});
