import type { Handler } from "@/service/traces/handlers/handler";
import type { Retention } from "@/service/traces/retention/retention";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import { readAllStoredSizes, readEngineBytes } from "@/service/traces/store/projects/all-project-sizes";

/** Projects of one answer. */
const MAX_PROJECTS = 200;

/** Returns the sizes of the projects that the key may see, with their limits, and the space of the data folder's disk. */
export function readStorageSizesHandler(retention: Retention, reserve: DiskReserve | null): Handler<"storage.sizes"> {
  return async (_input, { store, identity, imports, signal }) => {
    const seesAll = identity.projects === null;
    const [sizes, engineBytes, limits, disk] = await Promise.all([
      readAllStoredSizes(store, identity.projects, signal),
      seesAll ? readEngineBytes(store, signal) : null,
      retention.allLimits(),
      seesAll && reserve !== null ? readDisk(reserve) : null,
    ]);
    const whole = sizes.filter(({ project_id: id }) => !imports.has(id));
    return {
      projects: whole.slice(0, MAX_PROJECTS).map((project) => ({
        ...project,
        max_age_days: limits.get(project.project_id)?.maxAgeDays ?? null,
        max_bytes: limits.get(project.project_id)?.maxBytes ?? null,
      })),
      project_count: whole.length,
      engine_bytes: engineBytes,
      disk,
    };
  };
}

async function readDisk(reserve: DiskReserve) {
  const [{ sizeBytes, freeBytes }, state] = await Promise.all([reserve.space(), reserve.state()]);
  return { size_bytes: sizeBytes, free_bytes: freeBytes, state };
}
