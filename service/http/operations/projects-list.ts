import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handler } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { readProjects } from "@/service/traces/store/projects/project-list";

/** Returns the projects of the runs that other programs log, which may have no calls. */
async function projectsOfRuns(state: ServiceState): Promise<readonly string[]> {
  const rows = await state.selectFrom("logged_run").select("project_id").distinct().execute();
  return rows.map(({ project_id: id }) => id);
}

/** Returns the projects with stored data that the key may see. Projects do not have to be created first. */
export function listProjectsHandler(state: ServiceState): Handler<"projects.list"> {
  return async (_input, { store, identity, imports, signal }) => {
    const [stored, ofRuns] = await Promise.all([readProjects(store, identity.projects, signal), projectsOfRuns(state)]);
    const known = new Set(stored.map(({ project_id: id }) => id));
    const others = ofRuns
      .filter((id) => !known.has(id) && (identity.projects === null || identity.projects.includes(id)))
      .map((project_id) => ({ project_id, call_count: 0, last_call_at: null }));
    const projects = [...stored, ...others].filter(({ project_id }) => !imports.has(project_id));
    return {
      projects: projects
        .sort((left, right) => (left.project_id < right.project_id ? -1 : 1))
        .map(({ last_call_at, ...project }) => ({
          ...project,
          last_call_at: last_call_at === null ? null : toWireTime(last_call_at),
        })),
    };
  };
}
