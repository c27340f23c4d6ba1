import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { countOf } from "@/lib/format/count";
import type { GroupingFigures } from "@/lib/training/trajectories/propose-grouping";

type SingleGroupsNoteProps = { slug: string; figures: GroupingFigures };

/** Says that groups of one trajectory have no signal where all are such groups, and what trains on these prompts. */
export function SingleGroupsNote({ slug, figures }: SingleGroupsNoteProps) {
  const { groupCount, singleCount } = figures;
  if (groupCount === 0 || singleCount < groupCount) return null;
  const link = (path: string, text: string) => (
    <Link href={`/${slug}/${path}`} className="text-accent-text hover:underline">
      {text}
    </Link>
  );
  return (
    <Callout tone="warn">
      {countOf(groupCount, "group")} of one: an advantage compares answers to the same prompt, so that this job has no
      signal. What trains on these prompts: a {link("runs/new", "training run")}, which samples several answers to each
      and can ask people for their rewards; an {link("evaluations/new", "evaluation with several trials")}, whose
      answers to a row become one group; preference pairs, or a dataset of the good answers for supervised fine-tuning,
      from the results of a {link("review", "review queue")}.
    </Callout>
  );
}
