import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";

/** What people wrote about a run: notes, group and tags, which lead to the runs that share them. */
export function RunProfile({ slug, run }: { slug: string; run: TrainingRunDetail }) {
  const { notes, group, given_name: given, is_archived: isArchived } = run;
  const tags = run.tags ?? [];
  const hasLabels = group != null || tags.length > 0 || isArchived === true;
  if (!notes && !hasLabels && given == null) return null;
  const hrefOf = (params: Record<string, string>) => `/${slug}/runs?${new URLSearchParams(params)}`;
  return (
    <section aria-label="About the run" className="grid gap-2 border-b border-line px-4 py-2.5 text-small max-md:px-3">
      {notes ? <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</p> : null}
      {hasLabels ? (
        <p className="flex flex-wrap items-center gap-1">
          {isArchived ? <Tag tone="warn">Archived</Tag> : null}
          {group == null ? null : (
            <Link
              href={hrefOf({ group })}
              title={`Runs of the group ${group}`}
              className="inline-flex min-h-6 max-w-full items-center"
            >
              <Tag tone="outline" className="max-w-full">
                <span className="truncate">{group}</span>
              </Tag>
            </Link>
          )}
          {tags.map((tag) => (
            <Link
              key={tag}
              href={hrefOf({ tag: tag.replaceAll(",", "%2C") })}
              title={`Runs with the tag ${tag}`}
              className="inline-flex min-h-6 max-w-full items-center"
            >
              <Tag className="max-w-full">
                <span className="truncate">{tag}</span>
              </Tag>
            </Link>
          ))}
        </p>
      ) : null}
      {given == null ? null : <p className="text-micro text-ink-3">Started as {given}</p>}
    </section>
  );
}
