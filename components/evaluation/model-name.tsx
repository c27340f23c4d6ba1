import { Tag } from "@/components/ui/tag";
import { modelLabel } from "@/lib/evaluation/runs/model-label";
import { classNames } from "@/lib/style/class-names";

type ModelNameProps = {
  name: string;
  /** The text that hovering shows; by default the whole name. */
  title?: string;
  className?: string;
};

/** An evaluated model, cut where space is short, with the step of a checkpoint, which is never cut. */
export function ModelName({ name, title = name, className }: ModelNameProps) {
  const { model, step } = modelLabel(name);
  return (
    <span title={title} className="flex min-w-0 items-center gap-2">
      <span className={classNames("truncate text-code", className)}>{model}</span>
      {step === null ? null : <Tag>step {step}</Tag>}
    </span>
  );
}
