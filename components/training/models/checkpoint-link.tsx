"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatShortId } from "@/lib/format/identifier";
import type { ModelName } from "@/lib/training/jobs/model-address";
import { useCheckpoints } from "./use-checkpoints";

/** Maximum number of a project's models searched for a name. */
const MAX_MODELS = 100;

type CheckpointLinkProps = { slug: string; connectionId: string; model: ModelName };

/** The checkpoint that generated an answer, with its model and job where the service reports them. */
export function CheckpointLink({ slug, connectionId, model }: CheckpointLinkProps) {
  const { entity, project, name, step } = model;
  const models = useQuery({
    ...serviceQuery(connectionId, "models.list", { project_id: `${entity}/${project}`, limit: MAX_MODELS }),
    retry: false,
  });
  const namedModel = models.data?.data.find((candidate) => candidate.name === name);
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
