import { redirect } from "next/navigation";
import { requireSession } from "@/app/(dashboard)/require-session";
import { pageWorkspaceOfProject } from "@/lib/api/server/dashboard/page-session";
import { OpenProjectView } from "./open-project-view";

type ProjectLinkProps = {
  /** As they stand in the address, encoded. */
  entity: string;
  project: string;
  /** What follows them there, without a slash before it. */
  rest?: string;
  /** Where in a workspace the link leads. */
  targetIn: (slug: string) => string;
};

/** Follows a link as SDKs print it into the workspace of its project; offers to open the project when there is none. */
export async function ProjectLink({ entity, project, rest, targetIn }: ProjectLinkProps) {
  await requireSession(["", entity, project, ...(rest === undefined ? [] : [rest])].join("/"));
  const [entityName, projectName] = [decodeURIComponent(entity), decodeURIComponent(project)];
  const found = await pageWorkspaceOfProject(entityName, projectName);
  if (found) redirect(targetIn(found.slug));
  return (
    <>
      <h1 className="sr-only">Open a project</h1>
      <OpenProjectView projectId={`${entityName}/${projectName}`} isLink={rest !== undefined} />
    </>
  );
}
