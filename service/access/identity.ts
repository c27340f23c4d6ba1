/** The entity of people who name none. */
export const DEFAULT_ENTITY = "local";

/** Who asks: found from a key, or named by the dashboard with its own token. */
export interface Identity {
  /** Written to `svc_user_id` of what this request stores. */
  readonly userId: string;
  /** A name for people, shown where the service says who it talks to. */
  readonly name: string;
  /** The projects that the key is limited to, or null for all. */
  readonly projects: readonly string[] | null;
  /** Whether it is the dashboard itself, which may do what no key may. */
  readonly isDashboard?: boolean;
}

/** Finds the owner of a key; null when no live key matches. Must compare in constant time. */
export interface KeyVerifier {
  verify(key: string): Promise<Identity | null>;
}
