import { Layers } from "lucide-react";
import Link from "next/link";
import { useQueryState } from "nuqs";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { splitDigests } from "@/app/(dashboard)/[workspace]/tables/stream/row-digests";
import { TrainedIn } from "@/components/training/trajectories/trained-in";
import { Button } from "@/components/ui/button";
import { newJobOfTable } from "@/lib/address/new-job-href";
import type { Workspace } from "@/lib/workspace/workspace";
import { tablesParams } from "./search-params";

type BuildGroupsProps = { workspace: Workspace; digest: string; origin: TableOrigin | null };

/** Builds trajectory groups from the rows, or from the filtered rows, and lists the jobs that were trained on them. */
export function BuildGroups({ workspace, digest, origin }: BuildGroupsProps) {
  const [rows] = useQueryState("rows", tablesParams.rows);
  const dataset = origin === null ? null : `${origin.name}:${origin.versionDigest}`;
  const rowDigests = splitDigests(rows);
  const [only] = rowDigests;
  return (
    <>
      <TrainedIn
        workspace={workspace}
        {...(rowDigests.length === 1 && only !== undefined ? { kind: "row", id: only } : { kind: "table", id: digest })}
      />
      <Button asChild size="small">
        <Link
          href={newJobOfTable(workspace.slug, { digest, dataset, rowDigests })}
          aria-label="Build trajectory groups"
          title="Build trajectory groups of these rows"
        >
          <Layers size={14} strokeWidth={1.7} aria-hidden="true" />
          <span className="max-2xl:hidden">Build groups</span>
        </Link>
      </Button>
    </>
  );
}
