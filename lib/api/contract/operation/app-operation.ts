import type { z } from "zod";
import type { Effect } from "./effect";

/** A user's role: a viewer reads, a member also writes, an admin also manages connections and users. */
export const roles = ["viewer", "member", "admin"] as const;

export type Role = (typeof roles)[number];

/** One row of the app's own table: operations on the dashboard's data, not on a service. Always POST with JSON. */
export interface AppOperation {
  readonly id: string;
  readonly summary: string;
  readonly effect: Effect;
  /** The least role that may call it; `anyone` needs no session. */
  readonly role: Role | "anyone";
  readonly input: z.ZodType;
  /** Maximum bytes of the input's text, where the usual quarter of a megabyte is too small. */
  readonly inputMaxBytes?: number;
  readonly result: z.ZodType;
}
