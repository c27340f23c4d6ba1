import { redirect } from "next/navigation";
import { requireSession } from "@/app/(dashboard)/require-session";
import { pageWorkspaceOfProject, pageWorkspaces } from "@/lib/api/server/dashboard/page-session";
import { OpenProjectView } from "./open-project-view";

type ProjectLinkProps = {
  /** As they appear in the URL, encoded. */
  entity: string;
  project: string;
  /** The rest of the URL, without a leading slash. */
  rest?: string;
  /** The target of the link within a workspace. */
  targetIn: (slug: string) => string;
};

/**
 * Follows a link that an SDK printed into the workspace of its project; offers to open the project when there is none.
 */
export async function ProjectLink({ entity, project, rest, targetIn }: ProjectLinkProps) {
  const session = await requireSession(["", entity, project, ...(rest === undefined ? [] : [rest])].join("/"));
  const [entityName, projectName] = [decodeURIComponent(entity), decodeURIComponent(project)];
  const workspace = await pageWorkspaceOfProject(session, entityName, projectName);
  if (workspace) redirect(targetIn(workspace.slug));
  const named = (await pageWorkspaces(session)).find(({ slug }) => slug === entityName);
  return (
    <>
      <h1 className="sr-only">Open a project</h1>
      <OpenProjectView
        projectId={`${entityName}/${projectName}`}
        isLink={rest !== undefined}
        {...(named === undefined ? {} : { mistaken: { slug: named.slug, page: projectName } })}
      />
    </>
  );
}
