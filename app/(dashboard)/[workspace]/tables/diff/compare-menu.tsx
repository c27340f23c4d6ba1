"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { useRecentTables } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-recent-tables";
import { splitDataset, type TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { OpenTableField } from "@/components/object/open-table-field";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { rowsDigest, shortDigest } from "@/lib/dataset/table-address";
import type { Workspace } from "@/lib/workspace/workspace";

const SHOWN_VERSIONS = 20;

type CompareMenuProps = {
  workspace: Workspace;
  digest: string;
  origin: TableOrigin | null;
  onCompare: (base: string) => void;
};

/** Chooses the earlier side of the comparison: a previous version, a recently opened table, or any table by digest. */
export function CompareMenu(props: CompareMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Compare with"
      align="end"
      className="grid w-[340px] gap-2 p-2.5"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          size="small"
          aria-label="Compare with another table"
          icon={<GitCompareArrows size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-lg:hidden">Compare</span>
        </Button>
      }
    >
      <OpenTableField workspace={props.workspace} verb="Compare" onOpen={(base) => props.onCompare(base)} />
      {props.origin ? <Versions {...props} origin={props.origin} /> : null}
      <Recent {...props} />
    </Popover>
  );
}

const CHOICE_CLASS =
  "flex h-[26px] w-full items-center gap-2 rounded-chip px-1.5 text-left outline-offset-[-2px] hover:bg-hover disabled:text-ink-3 max-md:h-9";

function Versions({ workspace, digest, origin, onCompare }: CompareMenuProps & { origin: TableOrigin }) {
  const { connectionId, projectId } = workspace;
  const [problem, setProblem] = useState<string | null>(null);
  const list = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { object_ids: [origin.name] },
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      limit: SHOWN_VERSIONS,
    }),
  );
  const compare = async (version: ObjectVersion) => {
    const body = { project_id: projectId, object_id: version.object_id, digest: version.digest };
    try {
      const { obj } = await callOperation(connectionId, "obj.read", { body });
      const rows = rowsDigest(obj.val);
      if (rows === null) setProblem(`v${version.version_index} has no rows.`);
      else if (rows === digest) setProblem(`v${version.version_index} has the same table.`);
      else onCompare(rows);
    } catch (error) {
      setProblem(failureOf(error).message);
    }
  };
  return (
    <section>
      <h2 className="px-1.5 pb-0.5 text-micro text-ink-3">Versions of {origin.name}</h2>
      {list.isError ? <p className="px-1.5 text-err">{failureOf(list.error).message}</p> : null}
      <ul className="max-h-[180px] overflow-auto">
        {list.data?.objs.map((version) => (
          <li key={version.digest}>
            <button
              type="button"
              disabled={version.digest === origin.versionDigest}
              onClick={() => void compare(version)}
              className={CHOICE_CLASS}
            >
              v{version.version_index}
              <span className="text-code text-ink-3">{shortDigest(version.digest)}</span>
              {version.digest === origin.versionDigest ? <span className="ml-auto">this version</span> : null}
            </button>
          </li>
        ))}
      </ul>
      {problem === null ? null : (
        <p role="alert" className="px-1.5 text-err">
          {problem}
        </p>
      )}
    </section>
  );
}

function Recent({ workspace, digest, onCompare }: CompareMenuProps) {
  const recent = useRecentTables(workspace.id).filter((table) => table.digest !== digest);
  if (recent.length === 0) return null;
  return (
    <section>
      <h2 className="px-1.5 pb-0.5 text-micro text-ink-3">Opened in this browser</h2>
      <ul className="max-h-[180px] overflow-auto">
        {recent.map((table) => (
          <li key={table.digest}>
            <button type="button" onClick={() => onCompare(table.digest)} className={CHOICE_CLASS}>
              {splitDataset(table.dataset)?.name ?? "Table"}
              <span className="text-code text-ink-3">{shortDigest(table.digest)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
