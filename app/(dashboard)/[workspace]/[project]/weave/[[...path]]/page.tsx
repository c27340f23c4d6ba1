import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";
import { weaveLinkTarget } from "@/app/(dashboard)/_project-link/sdk-target";

export const metadata: Metadata = { title: "Open a project" };

/** `/entity/project/weave/…`: the links that SDKs print for objects, ops and the project. */
export default async function WeaveLinkPage({ params }: PageProps<"/[workspace]/[project]/weave/[[...path]]">) {
  const { workspace, project, path = [] } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={["weave", ...path].join("/")}
      targetIn={(slug) => weaveLinkTarget(slug, path.map(decodeURIComponent))}
    />
  );
}
