import { Columns3, RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

type ModelActionsProps = {
  /** The run of the model: its jobs in order. Null while it has been trained by none. */
  runHref: string | null;
  /** Null where checkpoints cannot be compared. */
  arenaHref: string | null;
  chosenCount: number;
};

/** Links to the pages that show a model as a whole. */
export function ModelActions({ runHref, arenaHref, chosenCount }: ModelActionsProps) {
  return (
    <span className="ml-auto flex flex-none items-center gap-1.5">
      {runHref === null ? null : (
        <Button asChild size="small">
          <Link href={runHref}>
            <RefreshCw {...icon} />
            Training run
          </Link>
        </Button>
      )}
      {arenaHref === null ? null : (
        <Button asChild size="small">
          <Link href={arenaHref}>
            <Columns3 {...icon} />
            {chosenCount > 0 ? `Arena with ${chosenCount} selected` : "Arena"}
          </Link>
        </Button>
      )}
    </span>
  );
}
