import { GitCompareArrows, X } from "lucide-react";
import Link from "next/link";
import { MOST_COMPARED_JOBS } from "@/components/training/compare-jobs-href";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { formatCount } from "@/lib/format/count";
import type { JobSelection } from "./use-job-selection";

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** Above the foot while jobs are chosen: how many, and the way to their comparison. */
export function SelectedJobs({ selection: { ids, compareHref, clear } }: { selection: JobSelection }) {
  if (ids.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="flex h-10 flex-none items-center gap-1.5 border-t border-accent-line bg-accent-tint pr-2 pl-4 whitespace-nowrap shadow-[inset_2px_0_var(--accent)] max-md:pl-3"
    >
      <span className="pr-1.5 font-medium">{formatCount(ids.length)} selected</span>
      {compareHref === null ? (
        <span className="truncate text-small text-ink-2">
          {ids.length < 2 ? "choose another one to compare" : `at most ${MOST_COMPARED_JOBS} can be compared`}
        </span>
      ) : (
        <Button asChild kind="ghost" size="small">
          <Link href={compareHref}>
            <GitCompareArrows {...icon} />
            Compare jobs <KeyCap className="max-md:hidden">C</KeyCap>
          </Link>
        </Button>
      )}
      <Button kind="ghost" size="icon-small" aria-label="Clear selection" onClick={clear} className="ml-auto">
        <X {...icon} />
      </Button>
    </section>
  );
}
