import type { ObjectVersion } from "@/lib/api/contract/objects/objects";

type Labelled = Pick<ObjectVersion, "tags" | "aliases">;

/** The names that people gave a version: aliases, then tags. `latest` says itself elsewhere. */
export function labelNamesOf({ tags, aliases }: Labelled): {
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
} {
  return { aliases: (aliases ?? []).filter((alias) => alias !== "latest"), tags: tags ?? [] };
}

const TAG = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u;

/** What is wrong with a name before the service is asked; null when it can be sent. */
export function labelProblem(mark: "tag" | "alias", name: string): string | null {
  if (name === "") return `Write the ${mark}`;
  if (mark === "tag") {
    if (name.length > 256) return "At most 256 characters";
    return TAG.test(name) ? null : "Letters, digits, - and _, with single spaces between";
  }
  if (name.length > 128) return "At most 128 characters";
  if (/[/:]/.test(name)) return "No / and no :, which refs are made of";
  return /^(latest|v\d+)$/.test(name) ? `${name} is the service's own name for a version` : null;
}
