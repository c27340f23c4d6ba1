import type { z } from "zod";
import type { Role } from "./app-operation";
import type { Effect } from "./effect";
import type { KeyScope } from "./key-scopes";

/** The stored credential that an operation is sent with. */
export type AuthScheme = "basic" | "bearer" | "none";

/** `core` operations are supported by every service; `extension` operations are detected, never assumed. */
type Standing = "core" | "extension";

/**
 * The permitted callers of an operation. `dashboard`: only the dashboard of the same installation, with its launch token, for what
 * its own operations decide and record. No key may call it, and the relay does not forward it.
 */
export type Audience = "clients" | "dashboard";

export type RequestBody =
  | { readonly kind: "none" }
  /** With `isOfPython`, NaN and infinite numbers as Python's `json` writes them are null. */
  | { readonly kind: "json"; readonly schema: z.ZodType; readonly isOfPython?: true }
  /** multipart/form-data: text fields checked by a schema, and one file part. */
  | { readonly kind: "multipart"; readonly fields: z.ZodType; readonly file: string }
  /** JSON too large to hold in memory: streamed without parsing. `schema` is what the service checks. */
  | { readonly kind: "json-stream"; readonly schema: z.ZodType }
  /**
   * Bytes of one of these media types, optionally compressed with gzip, deflate or zstd, and the request headers that belong
   * to them. The handler decodes the bytes; `schema` is their JSON form.
   */
  | {
      readonly kind: "media";
      readonly types: readonly string[];
      readonly headers: z.ZodType;
      readonly schema: z.ZodType;
    };

export type ResultBody =
  | { readonly kind: "json"; readonly schema: z.ZodType }
  /** One JSON object per line, each line checked by `item`. Lines that are `isLive` never wait for others. */
  | { readonly kind: "jsonl"; readonly item: z.ZodType; readonly isLive?: true }
  | { readonly kind: "bytes" }
  /** Bytes in the media type of the request; `schema` is their JSON form. */
  | { readonly kind: "media"; readonly types: readonly string[]; readonly schema: z.ZodType };

export interface Limits {
  /** Maximum request body in bytes; larger requests are answered with 413. */
  readonly requestBytes: number;
  /** Maximum wait for the response head. */
  readonly headersTimeoutMs: number;
  /** Maximum pause between two chunks of the response. */
  readonly idleTimeoutMs: number;
}

/** One row of the operations table: all facts about it that the relay, the pages, the service and the documents use. */
export interface Operation {
  readonly id: string;
  /** The displayed name: "Call statistics". */
  readonly title: string;
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path template; placeholders are written {name} and checked by `params`. */
  readonly path: string;
  /** Further paths of the same operation (older or newer clients use them). */
  readonly aliases: readonly string[];
  readonly auth: AuthScheme;
  readonly effect: Effect;
  /** The least role that may call it in the dashboard, where the effect alone does not imply it. */
  readonly role: Role | null;
  /** What a key must be allowed to do, where the effect alone does not imply it. */
  readonly scope: KeyScope | null;
  readonly audience: Audience;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: RequestBody;
  readonly result: ResultBody;
  readonly standing: Standing;
  readonly limits: Limits;
  /** Ids of the decisions in docs/develop/spec-gaps.md that this row is based on. */
  readonly gaps: readonly string[];
  readonly example: OperationExample;
}

/** A request that a service must accept, and a result that must parse. */
interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** For `jsonl` the first line, for `json` the full body, for `bytes` nothing. */
  readonly result?: unknown;
}
