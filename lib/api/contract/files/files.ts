import { z } from "zod";
import { longInteger, projectId } from "@/lib/api/contract/scalars/scalars";

export const fileCreateFields = z.object({ project_id: projectId, expected_digest: z.string().nullish() });

export const fileCreateResult = z.looseObject({ digest: z.string() });

export const filesStats = z.object({ project_id: projectId });

export const filesStatsResult = z.looseObject({ total_size_bytes: longInteger });

export const fileContent = z.object({ project_id: projectId, digest: z.string() });
