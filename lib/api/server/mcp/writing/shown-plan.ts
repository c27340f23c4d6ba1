import { createHmac, timingSafeEqual } from "node:crypto";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";

/** What a plan says may change: prices, rows, other work. */
const LIFETIME_MS = 15 * 60 * 1000;
const SHAPE = /^(\d{13})\.([A-Za-z0-9_-]{43})$/;

function digestOf({ dashboard, agent }: AgentReader, action: object, shownAtMs: number): Buffer {
  const text = stringifyJson([agent.keyId, shownAtMs, action]);
  return createHmac("sha256", dashboard.sessionSecret).update(`plan of a tool\n${text}`).digest();
}

/** Returns what a tool is called with again, to do what its answer showed: for this key, this action and a while only. */
export function planFor(reader: AgentReader, action: object): string {
  return `${reader.nowMs}.${digestOf(reader, action, reader.nowMs).toString("base64url")}`;
}

/**
 * Checks that exactly this action was shown before. Nothing is stored: the plan is the proof.
 *
 * @throws ToolError for another action, another key, or a plan that is too old
 */
export function requirePlan(reader: AgentReader, action: object, plan: string): void {
  const [, shownAt = "", digest = ""] = SHAPE.exec(plan) ?? [];
  const shownAtMs = Number(shownAt);
  const isRecent = shownAtMs <= reader.nowMs && reader.nowMs - shownAtMs < LIFETIME_MS;
  const given = Buffer.from(digest, "base64url");
  const expected = digestOf(reader, action, shownAtMs);
  if (isRecent && given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new ToolError(
    "This plan is not the one of these inputs, or older than 15 minutes. Call without plan to see it.",
  );
}
