import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";
import { callTarget } from "@/app/(dashboard)/_project-link/sdk-target";

export const metadata: Metadata = { title: "Open a call" };

/** `/entity/project/r/call/id`: the link that SDKs print for each trace. */
export default async function CallLinkPage({ params }: PageProps<"/[workspace]/[project]/r/call/[callId]">) {
  const { workspace, project, callId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/call/${callId}`}
      targetIn={(slug) => callTarget(slug, decodeURIComponent(callId))}
    />
  );
}
