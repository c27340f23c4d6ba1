import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open a project" };

/** `/entity/project`, as SDKs print it: the first segment is an entity, not a workspace. */
export default async function ProjectPage({ params }: PageProps<"/[workspace]/[project]">) {
  const { workspace, project } = await params;
  return <ProjectLink entity={workspace} project={project} targetIn={(slug) => `/${slug}/traces`} />;
}
