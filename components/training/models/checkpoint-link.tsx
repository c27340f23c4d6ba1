"use client";

import { Link } from "@/components/ui/link";
import { formatShortId } from "@/lib/format/identifier";
import type { ModelName } from "@/lib/training/jobs/model-address";
import { useCheckpoints } from "./use-checkpoints";
import { useNamedModel } from "./use-named-model";

type CheckpointLinkProps = { slug: string; connectionId: string; model: ModelName };

/** The checkpoint that generated an answer, with its model and job where the service reports them. */
export function CheckpointLink({ slug, connectionId, model }: CheckpointLinkProps) {
  const { name, step } = model;
  const namedModel = useNamedModel(connectionId, model);
  const text = step === null ? `${name}, latest at that time` : `step ${step} of ${name}`;
  if (!namedModel) return <span>{text}</span>;
  return (
    <>
      <Link href={`/${slug}/models/${encodeURIComponent(namedModel.id)}`} className="text-accent-text hover:underline">
        {text}
      </Link>
      {step === null ? null : (
        <CheckpointOrigin slug={slug} connectionId={connectionId} modelId={namedModel.id} step={step} />
      )}
    </>
  );
}

type CheckpointOriginProps = { slug: string; connectionId: string; modelId: string; step: number };

function CheckpointOrigin({ slug, connectionId, modelId, step }: CheckpointOriginProps) {
  const { data } = useCheckpoints(connectionId, modelId);
  const jobId = data?.find((checkpoint) => checkpoint.step === step)?.training_job_id;
  if (!jobId) return null;
  return (
    <>
      , from job{" "}
      <Link
        href={`/${slug}/training/${encodeURIComponent(jobId)}`}
        className="text-code text-accent-text hover:underline"
      >
        {formatShortId(jobId)}
      </Link>
    </>
  );
}
