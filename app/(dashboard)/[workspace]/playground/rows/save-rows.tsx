import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { runResultRows } from "./prepare-row-runs";
import type { RowRuns, RowsDraft } from "./use-row-runs";

/** Stores the rows with their answers as a dataset of the workspace. */
export function SaveRows({ playground, runs }: { playground: RowsDraft; runs: RowRuns }) {
  const { workspace, draft } = playground;
  const [text, setText] = useState("playground-answers");
  const queries = useQueryClient();
  const name = objectName(text);
  const save = useMutation({
    mutationFn: async () => {
      const rows = runResultRows(draft.rows, draft.columns, runs.answerAt);
      // A request that was sent is not cancelled: stopping halfway would leave unnamed rows.
      const { signal } = new AbortController();
      const digest = await publishTable(workspace, rows, signal, () => undefined);
      const version = await publishDataset(workspace, name, digest, signal);
      return { digest, dataset: `${name}:${version}`, count: rows.length };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] }),
  });
  const isAnswered = draft.rows.some((_, at) =>
    draft.columns.some(({ key }) => ["done", "failed"].includes(runs.answerAt(at, key).status)),
  );
  if (!isAnswered) return null;
  if (save.data) {
    const { digest, dataset } = save.data;
    const query = new URLSearchParams({ digest, dataset });
    return (
      <Link href={`/${workspace.slug}/tables?${query}`} className="text-small text-accent-text hover:underline">
        Open table {name}
      </Link>
    );
  }
  return (
    <>
      {save.isError ? (
        <span role="alert" className="text-small text-err">
          {failureOf(save.error).message}
        </span>
      ) : null}
      <Input
        size="small"
        aria-label="Table name"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-44"
      />
      <Button
        disabled={name === ""}
        isBusy={save.isPending}
        icon={<Table2 size={13} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => save.mutate()}
      >
        Save as table
      </Button>
    </>
  );
}
