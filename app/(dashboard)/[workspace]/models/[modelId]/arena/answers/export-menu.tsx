import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ModelRecord } from "@/components/training/models/use-model";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { fileNameOf } from "@/lib/export/file-naming";
import { openDownload } from "@/lib/export/file-sink";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ArenaResults } from "./arena-results";
import type { ArenaSetting } from "./prepare-prompt-groups";
import type { ColumnFigures } from "./prepare-scores";

async function save(name: string, mediaType: string, text: string): Promise<void> {
  const file = openDownload(await fileNameOf(name), mediaType);
  await file.write(text);
  await file.close();
}

/** The answers of a model's arena. */
interface ExportedArena {
  readonly workspace: Workspace;
  readonly record: ModelRecord;
  readonly setting: ArenaSetting;
  readonly results: ArenaResults;
  readonly figures: readonly ColumnFigures[];
  readonly mayRun: boolean;
}

/** Exports the answers with their rewards as a file, or as a table of the workspace. */
export function ExportMenu({ arena }: { arena: ExportedArena }) {
  const { workspace, record, setting, results, mayRun } = arena;
  const toast = useToast();
  const router = useRouter();
  const queries = useQueryClient();
  const name = objectName(`arena-${record.name}`);
  /** What writes the rows loads with the first export. */
  const prepare = async () => {
    const writers = await import("./prepare-arena-export");
    return { ...writers, rows: writers.exportRows(setting, (key) => results.resultOf(key)) };
  };
  const saveCsv = async () => {
    const { rows, resultsCsv } = await prepare();
    await save(`${name}.csv`, "text/csv;charset=utf-8", resultsCsv(rows));
  };
  const saveJsonl = async () => {
    const { rows, resultsJsonl } = await prepare();
    await save(`${name}.jsonl`, "application/x-ndjson", resultsJsonl(rows));
  };
  const failed = (error: unknown) => toast(`Could not save the file: ${failureOf(error).message}`, "warning");
  const table = useMutation({
    mutationFn: async () => {
      const { rows: own } = await prepare();
      const { publishDataset, publishTable } = await import("@/lib/dataset/publish-table");
      // A request that was sent is not cancelled: stopping halfway would leave unnamed rows.
      const { signal } = new AbortController();
      const digest = await publishTable(workspace, own, signal, () => undefined);
      return { digest, version: await publishDataset(workspace, name, digest, signal) };
    },
    onSuccess: async ({ digest, version }) => {
      await queries.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] });
      const query = new URLSearchParams({ digest, dataset: `${name}:${version}` });
      router.push(`/${workspace.slug}/tables?${query}`);
    },
    onError: (error) => toast(`Could not save the table: ${failureOf(error).message}`, "warning"),
  });
  const isEmpty = arena.figures.every(({ answered }) => answered === 0);
  return (
    <Menu
      label="Export answers"
      align="end"
      trigger={
        <Button
          size="small"
          aria-label="Export"
          disabled={isEmpty}
          isBusy={table.isPending}
          icon={<Download size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-xl:hidden">Export</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => void saveCsv().catch(failed)}>CSV</MenuItem>
      <MenuItem onSelect={() => void saveJsonl().catch(failed)}>JSONL</MenuItem>
      <MenuSeparator />
      <MenuItem disabled={!mayRun} onSelect={() => table.mutate()}>
        Save as table {name}
      </MenuItem>
    </Menu>
  );
}
