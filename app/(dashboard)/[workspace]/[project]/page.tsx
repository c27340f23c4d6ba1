import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageWorkspaceOfProject } from "@/lib/api/server/page-session";
import { requireSession } from "../../require-session";
import { OpenProjectView } from "./open-project-view";

export const metadata: Metadata = { title: "Open a project" };

/** `/entity/project`, as SDKs print it: the first segment is then no workspace but an entity. */
export default async function ProjectPage({ params }: PageProps<"/[workspace]/[project]">) {
  const { workspace, project } = await params;
  const [entityName, projectName] = [decodeURIComponent(workspace), decodeURIComponent(project)];
  await requireSession(`/${workspace}/${project}`);
  const found = await pageWorkspaceOfProject(entityName, projectName);
  if (found) redirect(`/${found.slug}/traces`);
  return (
    <>
      <h1 className="sr-only">Open a project</h1>
      <OpenProjectView projectId={`${entityName}/${projectName}`} />
    </>
  );
}
