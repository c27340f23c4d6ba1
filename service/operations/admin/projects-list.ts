import type { Handler } from "@/service/handlers/handler";
import { toWireTime } from "@/service/store/engine/timestamps";
import { readProjects } from "@/service/store/projects/project-list";

/** Returns the projects with stored data that the key may see. Projects do not have to be created first. */
export const listProjects: Handler<"projects.list"> = async (_input, { store, identity, imports, signal }) => {
  const stored = await readProjects(store, identity.projects, signal);
  const projects = stored.filter(({ project_id }) => !imports.has(project_id));
  return {
    projects: projects.map(({ last_call_at, ...project }) => ({
      ...project,
      last_call_at: last_call_at === null ? null : toWireTime(last_call_at),
    })),
  };
};
