"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatShortId } from "@/lib/format/identifier";
import type { ModelName } from "@/lib/training/jobs/model-address";
import { useCheckpoints } from "./use-checkpoints";

/** Models of a project that are looked through for a name. */
const MAX_MODELS = 100;

type CheckpointLinkProps = { slug: string; connectionId: string; model: ModelName };

/** A checkpoint that answered, with its model and the job that made it where the service tells them. */
export function CheckpointLink({ slug, connectionId, model }: CheckpointLinkProps) {
  const { entity, project, name, step } = model;
  const models = useQuery({
    ...serviceQuery(connectionId, "models.list", { project_id: `${entity}/${project}`, limit: MAX_MODELS }),
    retry: false,
  });
  const found = models.data?.data.find((candidate) => candidate.name === name);
  const text = step === null ? `${name}, its newest at that time` : `step ${step} of ${name}`;
  if (!found) return <span>{text}</span>;
  return (
    <>
      <Link href={`/${slug}/models/${encodeURIComponent(found.id)}`} className="text-accent-text hover:underline">
        {text}
      </Link>
      {step === null ? null : (
        <CheckpointOrigin slug={slug} connectionId={connectionId} modelId={found.id} step={step} />
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
      , made by job{" "}
      <Link
        href={`/${slug}/training/${encodeURIComponent(jobId)}`}
        className="text-code text-accent-text hover:underline"
      >
        {formatShortId(jobId)}
      </Link>
    </>
  );
}
