import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open a training run" };

/** `/entity/project/r/run/id`: the link in messages about training runs, which know no workspace. */
export default async function RunLinkPage({ params }: PageProps<"/[workspace]/[project]/r/run/[trainingRunId]">) {
  const { workspace, project, trainingRunId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/run/${trainingRunId}`}
      targetIn={(slug) => `/${slug}/runs/${encodeURIComponent(decodeURIComponent(trainingRunId))}`}
    />
  );
}
