import { Eye, EyeOff, X } from "lucide-react";
import { RunStateTag, VerdictTag } from "@/components/training/runs/run-tags";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { classNames } from "@/lib/style/class-names";
import type { ComparedRun } from "./use-compared-runs";

type RunLegendProps = {
  slug: string;
  sides: readonly ComparedRun[];
  hidden: readonly string[];
  onHide: (ids: readonly string[]) => void;
  onRemove: (id: string) => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The runs with their letters and colors, which they keep while they are hidden. */
export function RunLegend({ slug, sides, hidden, onHide, onRemove }: RunLegendProps) {
  return (
    <ul aria-label="Compared runs" className="flex flex-none flex-wrap gap-x-5 gap-y-1 px-4 pb-2.5 max-md:px-3">
      {sides.map(({ id, letter, color, run }) => {
        const isHidden = hidden.includes(id);
        const name = run?.name ?? id;
        return (
          <li key={id} className="flex min-w-0 items-center gap-1.5 text-small">
            <span
              aria-hidden="true"
              className={classNames(
                "grid size-[18px] flex-none place-items-center rounded-full text-micro font-medium text-accent-on",
                isHidden && "opacity-40",
              )}
              style={{ background: color }}
            >
              {letter}
            </span>
            <Link
              href={`/${slug}/runs/${encodeURIComponent(id)}`}
              className={classNames("max-w-60 truncate font-medium hover:underline", isHidden && "text-ink-3")}
            >
              {name}
            </Link>
            {run === null ? null : (
              <>
                <RunStateTag state={run.state} />
                <VerdictTag verdict={run.verdict} />
              </>
            )}
            <Button
              kind="ghost"
              size="icon-small"
              aria-pressed={isHidden}
              aria-label={`Hide ${name}`}
              onClick={() => onHide(isHidden ? hidden.filter((one) => one !== id) : [...hidden, id])}
            >
              {isHidden ? <EyeOff {...icon} /> : <Eye {...icon} />}
            </Button>
            <Button kind="ghost" size="icon-small" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
              <X {...icon} />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
