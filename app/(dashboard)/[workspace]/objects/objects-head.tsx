"use client";

import type { AddressChange, ListAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { LoadedObjects } from "@/app/(dashboard)/[workspace]/objects/list/object-list";
import { sizeOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { Segmented } from "@/components/form/segmented";
import { SavedViews } from "@/components/saved-view/saved-views";
import { PageHead } from "@/components/ui/page-head";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";

type ObjectsHeadProps = {
  list: LoadedObjects;
  params: ListAddress;
  onChange: (change: AddressChange) => void;
  /** On a narrow screen the details replace the list and its header. */
  isDetail: boolean;
};

/** The title, the number of objects, and the choice between objects and versions. */
export function ObjectsHead({ list, params, onChange, isDetail }: ObjectsHeadProps) {
  return (
    <div className={isDetail ? "max-lg:hidden" : undefined}>
      <PageHead title="Objects" count={countText(list)}>
        <div className="ml-auto flex flex-none items-center gap-1.5">
          <SavedViews page="objects" />
          {params.latest ? null : (
            <Segmented
              label="Rows"
              size="small"
              className="max-md:hidden"
              value={params.view}
              onChange={(view) => onChange({ view })}
              segments={[
                { value: "objects", label: "By object" },
                { value: "versions", label: "All versions" },
              ]}
            />
          )}
        </div>
      </PageHead>
    </div>
  );
}

function countText({ pages, groups }: LoadedObjects): string | undefined {
  if (pages.isPending || pages.versions.length === 0) return undefined;
  const size = sizeOf(pages.versions);
  const facts = [
    countOf(groups.length, "object"),
    countOf(pages.versions.length, "version"),
    ...(size === null ? [] : [formatBytes(size)]),
  ];
  return `${facts.join(", ")}${pages.isWhole || pages.isStale ? "" : " so far"}`;
}
