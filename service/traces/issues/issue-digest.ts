import { createHash } from "node:crypto";
import type { IssueName } from "@/service/traces/store/figures/issue-conditions";

const sha256 = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Returns what identifies an issue in its project. */
export const issueDigest = ({ kind, op, pattern }: IssueName): string => sha256([kind, op, pattern]);

/** Returns an id that follows from what the service found: no service can store it twice. */
export function foundId(...parts: readonly (string | null)[]): string {
  return sha256(parts).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
