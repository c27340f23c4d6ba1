"use client";

import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Link } from "@/components/ui/link";
import { originHref } from "@/lib/address/origin-href";
import { trajectoryOriginOf } from "@/lib/training/trajectories/trajectory-origin";

/** A link to the thread, trace or row in a trajectory's metadata. Nothing where it has none. */
export function OriginLink({ metadata }: { metadata: unknown }) {
  const slug = useWorkspaceSlug() ?? "";
  const origin = trajectoryOriginOf(metadata);
  if (origin === null) return null;
  return (
    <Link
      href={originHref(slug, origin)}
      aria-label={`from ${origin.kind} ${origin.id}`}
      title={origin.id}
      className="text-accent-text hover:underline"
    >
      from {origin.kind}
    </Link>
  );
}
