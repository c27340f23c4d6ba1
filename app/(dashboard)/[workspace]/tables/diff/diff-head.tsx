import { ArrowLeftRight, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { shortDigest } from "@/lib/dataset/table-address";

type DiffHeadProps = { before: string; after: string; onSwap: () => void; onClose: () => void };

/** Names the compared tables, the earlier one first. */
export function DiffHead({ before, after, onSwap, onClose }: DiffHeadProps) {
  return (
    <PageHead title="Compare tables">
      <span className="flex min-w-0 items-center gap-1.5 pl-1.5 text-small text-ink-2">
        <span className="truncate text-code" title={before}>
          tbl {shortDigest(before)}
        </span>
        to
        <span className="truncate text-code" title={after}>
          tbl {shortDigest(after)}
        </span>
      </span>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <Button
          size="small"
          aria-label="Swap sides"
          onClick={onSwap}
          icon={<ArrowLeftRight size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-md:hidden">Swap sides</span>
        </Button>
        <Button
          size="small"
          aria-label="Close comparison"
          onClick={onClose}
          icon={<X size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-md:hidden">Close</span>
        </Button>
      </div>
    </PageHead>
  );
}
