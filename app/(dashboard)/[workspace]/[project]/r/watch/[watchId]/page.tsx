import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open a watch" };

/** `/entity/project/r/watch/id`: the link in messages of watches, which know no workspace. */
export default async function WatchLinkPage({ params }: PageProps<"/[workspace]/[project]/r/watch/[watchId]">) {
  const { workspace, project, watchId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/watch/${watchId}`}
      targetIn={(slug) => `/${slug}/watches/edit?watch=${encodeURIComponent(decodeURIComponent(watchId))}`}
    />
  );
}
