import { commandText } from "@/scripts/installation/command-text";
import type { ApiKey } from "@/service/kernel/access/api-keys";

const HEADS = ["ID", "NAME", "USER", "PROJECTS", "SCOPES", "MADE", "LAST USED", "STATE"] as const;

function day(time: string | null): string {
  return time === null ? "never" : time.slice(0, 16).replace("T", " ");
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${day(revokedAt)}`;
  if (expiresAt === null) return "live";
  return `${Date.parse(expiresAt) <= Date.now() ? "expired" : "live until"} ${day(expiresAt)}`;
}

function cells(key: ApiKey): string[] {
  const projects = key.projects === null ? "all" : key.projects.join(", ");
  const scopes = key.scopes === null ? "all" : key.scopes.join(", ");
  return [key.id, key.name, key.userId, projects, scopes, day(key.createdAt), day(key.lastUsedAt), stateOf(key)];
}

/** Keys as aligned columns; times are UTC. */
export function keyTable(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return `No keys yet. Create one with: ${commandText("key")} create\n`;
  const rows = [[...HEADS], ...keys.map(cells)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
