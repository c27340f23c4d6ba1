import { Eye, EyeOff, X } from "lucide-react";
import Link from "next/link";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";
import { jobStatusGlyph, jobStatusName } from "@/lib/training/jobs/job-status";
import type { ComparedJob } from "./compared-jobs";

type JobLegendProps = {
  slug: string;
  sides: readonly ComparedJob[];
  hidden: readonly string[];
  onHide: (hidden: readonly string[]) => void;
  onRemove: (id: string) => void;
};

const icon = { size: 12, strokeWidth: 1.8, "aria-hidden": true } as const;

/** The color of each job; each job can be hidden, opened and removed. */
export function JobLegend({ slug, sides, hidden, onHide, onRemove }: JobLegendProps) {
  return (
    <ul aria-label="Compared jobs" className="flex flex-none flex-wrap gap-1.5 px-4 pb-2.5 max-md:px-3">
      {sides.map(({ id, name, shortId, color, status, label }) => {
        const isHidden = hidden.includes(id);
        return (
          <li
            key={id}
            className="flex h-7 min-w-0 items-center gap-1.5 rounded-control border border-line-strong bg-surface pr-0.5 pl-2 text-small"
          >
            <i
              aria-hidden="true"
              className="h-2 w-3 flex-none rounded-[2px]"
              style={{ background: isHidden ? "var(--ink-4)" : color }}
            />
            <StatusGlyph status={jobStatusGlyph(status)} label={jobStatusName(status)} />
            <Link
              href={`/${slug}/training/${encodeURIComponent(id)}`}
              title={id}
              className={classNames("min-w-0 truncate hover:underline", isHidden && "text-ink-3 line-through")}
            >
              <span className="font-medium">{name}</span> <span className="text-code text-ink-3">{shortId}</span>
            </Link>
            <span className="flex flex-none">
              <Button
                kind="ghost"
                size="icon-small"
                aria-pressed={isHidden}
                aria-label={`Hide ${label}`}
                onClick={() => onHide(isHidden ? hidden.filter((one) => one !== id) : [...hidden, id])}
              >
                {isHidden ? <EyeOff {...icon} /> : <Eye {...icon} />}
              </Button>
              <Button kind="ghost" size="icon-small" aria-label={`Remove ${label}`} onClick={() => onRemove(id)}>
                <X {...icon} />
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
