import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open an issue" };

/** `/entity/project/r/issue/id`: the link in messages about issues, which know no workspace. */
export default async function IssueLinkPage({ params }: PageProps<"/[workspace]/[project]/r/issue/[issueId]">) {
  const { workspace, project, issueId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/issue/${issueId}`}
      targetIn={(slug) => `/${slug}/issues?issue=${encodeURIComponent(decodeURIComponent(issueId))}`}
    />
  );
}
