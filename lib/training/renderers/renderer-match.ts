import type { z } from "zod";
import type { renderer } from "@/lib/api/contract/app/renderers";

/** An HTML file of the workspace that shows trajectories. */
export type Renderer = z.infer<typeof renderer>;

/** True when a renderer is for trajectories with this metadata. Values are compared as text. */
export function isRendererFor({ match }: Pick<Renderer, "match">, metadata: unknown): boolean {
  if (match === null) return true;
  if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, match.key)) return false;
  const value = (metadata as Readonly<Record<string, unknown>>)[match.key];
  return match.value === "" || String(value) === match.value;
}

/** The trajectories that a renderer is for, in words. */
export function matchText({ match }: Pick<Renderer, "match">): string {
  if (match === null) return "all trajectories";
  return match.value === "" ? `with metadata.${match.key}` : `metadata.${match.key} is ${match.value}`;
}
