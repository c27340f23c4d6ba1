import { GitCompareArrows } from "lucide-react";
import type { BoardSelection } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board-keys";
import { SelectionBar } from "@/components/table/selection-bar";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** The bar of the selected models: the comparison of their runs, or why there is none. */
export function BoardSelectionBar({ selection }: { selection: BoardSelection }) {
  const { selected, compared, compareHref, clear } = selection;
  const label = (
    <>
      <GitCompareArrows size={13} strokeWidth={1.7} aria-hidden="true" />
      Compare {selected.length}
    </>
  );
  return (
    <SelectionBar
      count={`${selected.length} selected`}
      facts={
        compared.kind === "none" ? compared.problem : `${compared.runs[0]?.evaluation_id ?? ""}, paired by example`
      }
      onClear={clear}
    >
      {compareHref === null ? (
        <Button kind="primary" size="small" disabled title={compared.kind === "none" ? compared.problem : undefined}>
          {label}
        </Button>
      ) : (
        <Button asChild kind="primary" size="small">
          <Link href={compareHref}>{label}</Link>
        </Button>
      )}
    </SelectionBar>
  );
}
