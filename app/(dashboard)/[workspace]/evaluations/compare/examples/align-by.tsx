import type { ResultList } from "@/components/evaluation/results/use-results";
import { letterOf } from "@/components/evaluation/run-letter";
import { Select } from "@/components/form/select";
import { countOf } from "@/lib/format/count";

const BY_DIGEST = "content";

type AlignByProps = {
  list: ResultList;
  align: readonly string[] | null;
  onAlign: (align: string[] | null) => void;
};

/** How examples meet: by their whole content, by what the model received, or by one member. */
export function AlignBy({ list, align, onAlign }: AlignByProps) {
  const members = list.head?.members ?? [];
  const inputs = list.head?.model_inputs ?? [];
  if (list.head === undefined || members.length === 0) return null;
  const only = list.head.only_counts.map((count, index) => `${count} only in ${letterOf(index)}`).join(", ");
  const options = [
    { value: BY_DIGEST, label: "whole content" },
    ...(inputs.length > 0 ? [{ value: inputs.join(","), label: `model inputs (${inputs.join(", ")})` }] : []),
    ...members
      .filter((member) => !(inputs.length === 1 && inputs[0] === member))
      .map((member) => ({ value: member, label: member })),
  ];
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2 text-small text-ink-3">
      <span>
        {countOf(list.head.shared_count, "example")} in all, {only}
      </span>
      <span>aligned by</span>
      <Select
        label="Align examples by"
        value={align === null ? BY_DIGEST : align.join(",")}
        options={options}
        onChange={(value) => onAlign(value === BY_DIGEST ? null : value.split(","))}
        className="h-(--ctl-h-small) text-small"
      />
    </span>
  );
}
