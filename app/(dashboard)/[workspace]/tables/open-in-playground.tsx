import { Play } from "lucide-react";
import Link from "next/link";
import { useQueryState } from "nuqs";
import { splitDigests } from "@/app/(dashboard)/[workspace]/tables/stream/row-digests";
import { Button } from "@/components/ui/button";
import type { Workspace } from "@/lib/workspace/workspace";
import { tablesParams } from "./search-params";

/** Opens the rows, or the filtered rows, in the playground, which runs a request over them. */
export function OpenInPlayground({ workspace, digest }: { workspace: Workspace; digest: string }) {
  const [rows] = useQueryState("rows", tablesParams.rows);
  const rowDigests = splitDigests(rows);
  const table = rowDigests.length === 0 ? digest : `${digest}:${rowDigests.join(",")}`;
  return (
    <Button asChild size="small">
      <Link
        href={`/${workspace.slug}/playground?${new URLSearchParams({ table })}`}
        aria-label="Run over rows in the playground"
        title="Run a prompt over these rows in the playground"
      >
        <Play size={13} strokeWidth={1.7} aria-hidden="true" />
        <span className="max-2xl:hidden">Playground</span>
      </Link>
    </Button>
  );
}
