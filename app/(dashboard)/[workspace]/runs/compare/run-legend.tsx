import { Eye, EyeOff, X } from "lucide-react";
import { useKeys } from "@/components/keyboard/use-keys";
import { RunStateTag, VerdictTag } from "@/components/training/runs/run-tags";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { classNames } from "@/lib/style/class-names";
import type { ComparedRun } from "./use-compared-runs";

type RunLegendProps = {
  slug: string;
  sides: readonly ComparedRun[];
  hidden: readonly string[];
  onHide: (ids: readonly string[]) => void;
  onRemove: (id: string) => void;
};

/** More tags would push the other runs out of sight. */
const MAX_TAGS = 3;

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The runs with their letters and colors, which they keep while they are hidden. */
export function RunLegend({ slug, sides, hidden, onHide, onRemove }: RunLegendProps) {
  const isAlone = (id: string) => sides.every((side) => hidden.includes(side.id) === (side.id !== id));
  const isolate = (id: string | undefined) => {
    if (id !== undefined) onHide(isAlone(id) ? [] : sides.map((side) => side.id).filter((one) => one !== id));
  };
  useKeys("comparedRuns", {
    a: () => isolate(sides[0]?.id),
    b: () => isolate(sides[1]?.id),
    c: () => isolate(sides[2]?.id),
    d: () => isolate(sides[3]?.id),
    e: () => isolate(sides[4]?.id),
    f: () => isolate(sides[5]?.id),
  });
  return (
    <ul aria-label="Compared runs" className="flex flex-none flex-wrap gap-x-5 gap-y-1 px-4 pb-2.5 max-md:px-3">
      {sides.map(({ id, letter, color, run }) => {
        const isHidden = hidden.includes(id);
        const name = run?.name ?? id;
        return (
          <li key={id} className="flex max-w-full min-w-0 items-start gap-x-1.5 text-small max-md:w-full">
            <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 max-md:flex-1">
              <button
                type="button"
                aria-label={`Show only ${name}`}
                aria-pressed={isAlone(id)}
                title={`Show only ${name}, or all again (${letter})`}
                onClick={() => isolate(id)}
                className="grid size-6 flex-none place-items-center"
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    "grid size-[18px] place-items-center rounded-full text-micro font-medium text-accent-on",
                    isHidden && "opacity-40",
                  )}
                  style={{ background: color }}
                >
                  {letter}
                </span>
              </button>
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
                  <RunTags tags={run.tags} group={run.group} />
                </>
              )}
            </span>
            <span className="flex flex-none">
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
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The group and the tags of a run. */
function RunTags({ tags, group }: Pick<TrainingRun, "tags" | "group">) {
  const all = tags ?? [];
  const rest = all.slice(MAX_TAGS);
  return (
    <>
      {group == null ? null : (
        <Tag tone="outline" title={`Group ${group}`} className="max-w-32">
          <span className="truncate">{group}</span>
        </Tag>
      )}
      {all.slice(0, MAX_TAGS).map((tag) => (
        <Tag key={tag} title={tag} className="max-w-32">
          <span className="truncate">{tag}</span>
        </Tag>
      ))}
      {rest.length === 0 ? null : <Tag title={rest.join(", ")}>+{rest.length}</Tag>}
    </>
  );
}
