import { redirect } from "next/navigation";

/** A workspace opens at its traces. */
export default async function WorkspacePage({ params }: PageProps<"/[workspace]">) {
  const { workspace } = await params;
  redirect(`/${workspace}/traces`);
}
