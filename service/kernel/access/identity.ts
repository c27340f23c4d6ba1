import type { KeyScope } from "@/lib/api/contract/operation/key-scopes";

/** The entity of users without one. */
export const DEFAULT_ENTITY = "local";

/** The sender of a request: found from a key, or named by the dashboard with its own token. */
export interface Identity {
  /** Written to `svc_user_id` of everything this request stores. */
  readonly userId: string;
  /** A readable name, shown where the service reports who is signed in. */
  readonly name: string;
  /** The projects the key is limited to, or null for all. */
  readonly projects: readonly string[] | null;
  /** What the key may do; absent for everything. */
  readonly scopes?: readonly KeyScope[];
  /** True for the dashboard itself, which has permissions that no key has. */
  readonly isDashboard?: boolean;
}

/** Finds the owner of a key; null when no valid key matches. Must compare in constant time. */
export interface KeyVerifier {
  verify(key: string): Promise<Identity | null>;
}
