import type { ContentFolder } from "@/service/traces/scrub/check-contents";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { TrainingState } from "@/service/training/state/training-state";

/** The bodies of training jobs and of logged trajectories. */
export function batchContents(blobs: BlobStore, state: TrainingState): ContentFolder {
  return {
    ...{ blobs, table: "batch_contents" },
    async projectsOf(name) {
      const rows = await state
        .selectFrom("batch")
        .innerJoin("model", "model.id", "batch.model_id")
        .select(["model.entity", "model.project"])
        .distinct()
        .where("blob", "=", name)
        .execute();
      return rows.map(({ entity, project }) => `${entity}/${project}`);
    },
  };
}
