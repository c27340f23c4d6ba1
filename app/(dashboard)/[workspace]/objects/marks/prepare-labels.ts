import type { ObjectVersion } from "@/lib/api/contract/objects/objects";

type Labelled = Pick<ObjectVersion, "tags" | "aliases">;

/** The labels that users set on a version: aliases, then tags. `latest` is shown elsewhere. */
export function labelNamesOf({ tags, aliases }: Labelled): {
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
} {
  return { aliases: (aliases ?? []).filter((alias) => alias !== "latest"), tags: tags ?? [] };
}

const TAG = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u;

/** Returns the problem with a label before it is sent; null when it is valid. */
export function labelProblem(mark: "tag" | "alias", name: string): string | null {
  if (name === "") return `Enter the ${mark}`;
  if (mark === "tag") {
    if (name.length > 256) return "At most 256 characters";
    return TAG.test(name) ? null : "Letters, digits, - and _, with single spaces between them";
  }
  if (name.length > 128) return "At most 128 characters";
  if (/[/:]/.test(name)) return "/ and : are not allowed, since refs use them";
  return /^(latest|v\d+)$/.test(name) ? `${name} is reserved by the service` : null;
}
