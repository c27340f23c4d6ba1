import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open a review queue" };

/** `/entity/project/r/queue/id`: the link in messages about review queues, which know no workspace. */
export default async function QueueLinkPage({ params }: PageProps<"/[workspace]/[project]/r/queue/[queueId]">) {
  const { workspace, project, queueId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/queue/${queueId}`}
      targetIn={(slug) => `/${slug}/review/${encodeURIComponent(decodeURIComponent(queueId))}`}
    />
  );
}
