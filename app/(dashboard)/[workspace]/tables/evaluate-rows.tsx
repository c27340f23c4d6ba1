import { FlaskConical } from "lucide-react";
import { useRouter } from "next/navigation";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { newEvaluationOfRows } from "@/lib/address/carried-rows";
import { newEvaluationOfDataset } from "@/lib/evaluation/runs/evaluation-hrefs";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** The rows of a table that a page shows. */
export interface ShownTableRows {
  /** The digests of filtered rows; null where nothing filters. */
  readonly digestsOf: (() => readonly string[]) | null;
  readonly count: number;
  /** True while rows have edits that are not stored. */
  readonly isEdited: boolean;
}

type EvaluateRowsProps = { workspace: Workspace; digest: string; origin: TableOrigin | null; shown: ShownTableRows };

/** Takes the rows, or the filtered rows, to a new evaluation. */
export function EvaluateRows({ workspace, digest, origin, shown }: EvaluateRowsProps) {
  const router = useRouter();
  const isViewer = useHasRole("member") === false;
  const { digestsOf, count, isEdited } = shown;
  const what = digestsOf === null ? "these rows" : `the ${countOf(count, "row")} that the filter shows`;
  const open = () => {
    if (digestsOf === null && origin !== null) {
      router.push(newEvaluationOfDataset(workspace.slug, origin.name, origin.versionDigest));
      return;
    }
    const name = `${origin?.name ?? "table"}-${digestsOf === null ? "all" : "rows"}`;
    const rowDigests = digestsOf === null ? null : digestsOf();
    router.push(newEvaluationOfRows(workspace.slug, { name, table: digest, rowDigests }));
  };
  return (
    <Button
      size="small"
      aria-label="New evaluation of these rows"
      title={
        isViewer
          ? "You have read-only access."
          : isEdited
            ? "Save or discard the edits first."
            : `Start a new evaluation of ${what}`
      }
      disabled={isViewer || isEdited || (digestsOf !== null && count === 0)}
      onClick={open}
      icon={<FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />}
    >
      <span className="max-2xl:hidden">Evaluate</span>
    </Button>
  );
}
