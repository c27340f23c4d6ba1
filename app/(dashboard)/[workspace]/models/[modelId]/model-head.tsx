import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ModelRecord } from "@/components/training/models/use-model";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHead } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import { modelAddress, playgroundHref } from "@/lib/training/jobs/model-address";
import type { Workspace } from "@/lib/workspace/workspace";
import { arenaHref } from "./arena-href";
import type { CheckpointMark } from "./checkpoint-mark";
import { ModelActions } from "./model-actions";
import { ModelSources } from "./model-sources";

type ModelHeadProps = {
  workspace: Workspace;
  modelId: string;
  record: ModelRecord | null;
  checkpoints: readonly Checkpoint[];
  chosen: ReadonlySet<number>;
  mark: CheckpointMark | null;
};

/** The name of a model, its base, and links to its other pages. */
export function ModelHead({ workspace, modelId, record, checkpoints, chosen, mark }: ModelHeadProps) {
  const { slug } = workspace;
  const isTrained = checkpoints.some(({ step }) => step > 0);
  return (
    <PageHead
      title={record?.name ?? "Model"}
      count={
        <span className="max-md:hidden">
          {record ? `base ${record.base_model}, ` : ""}
          {record?.forked_from ? `forked from ${record.forked_from.name} at step ${record.forked_from.step}, ` : ""}
          {countOf(checkpoints.length, "checkpoint")}
        </span>
      }
    >
      <span className="text-code text-ink-3 max-md:hidden" title={modelId}>
        {formatShortId(modelId)}
      </span>
      <CopyButton text={modelId} label="Copy model id" copiedMessage="Model id copied" className="max-md:hidden" />
      <ModelSources workspace={workspace} modelId={modelId} />
      <ModelActions
        runHref={isTrained ? `/${slug}/runs/${encodeURIComponent(`model:${modelId}`)}` : null}
        arenaHref={record === null || checkpoints.length === 0 ? null : arenaHref(slug, modelId, checkpoints, chosen)}
        chosenCount={chosen.size}
        // Without an evaluation no checkpoint is the best: then it is the newest.
        chat={chatWith(slug, record, mark?.isEvaluated ? mark.step : checkpoints.at(-1)?.step)}
      />
    </PageHead>
  );
}

/** Returns the link to a chat with a checkpoint next to the base; null before the first training. */
function chatWith(slug: string, record: ModelRecord | null, step: number | undefined) {
  if (record === null || step === undefined || step === 0) return null;
  return { step, href: playgroundHref(slug, [modelAddress(record, step), modelAddress(record, 0)]) };
}
