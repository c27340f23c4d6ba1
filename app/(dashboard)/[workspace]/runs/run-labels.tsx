import { Tag } from "@/components/ui/tag";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";

type RunLabelsProps = Pick<TrainingRun, "tags" | "group"> & {
  onGroup: (group: string) => void;
  onTag: (tag: string) => void;
};

/** The group and the tags of a run; pressing one shows the runs that have it. */
export function RunLabels({ tags, group, onGroup, onTag }: RunLabelsProps) {
  return (
    <span className="flex max-w-72 flex-wrap gap-1">
      {group == null ? null : (
        <button type="button" title={`Show the group ${group}`} onClick={() => onGroup(group)} className="min-w-0">
          <Tag tone="outline" className="max-w-full hover:bg-hover">
            <span className="truncate">{group}</span>
          </Tag>
        </button>
      )}
      {(tags ?? []).map((tag) => (
        <button
          key={tag}
          type="button"
          title={`Show runs with the tag ${tag}`}
          onClick={() => onTag(tag)}
          className="min-w-0"
        >
          <Tag className="max-w-full hover:bg-active">
            <span className="truncate">{tag}</span>
          </Tag>
        </button>
      ))}
    </span>
  );
}
