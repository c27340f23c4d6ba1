import { redirect } from "next/navigation";

/** Redirects a workspace to its traces. */
export default async function WorkspacePage({ params }: PageProps<"/[workspace]">) {
  const { workspace } = await params;
  redirect(`/${workspace}/traces`);
}
