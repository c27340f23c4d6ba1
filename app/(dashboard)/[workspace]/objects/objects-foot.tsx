import { ChevronLeft, ChevronRight } from "lucide-react";
import type { AddressChange } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { LoadedObjects } from "@/app/(dashboard)/[workspace]/objects/list/object-list";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice } from "@/components/ui/menu";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";

type ObjectsFootProps = { list: LoadedObjects; onChange: (change: AddressChange) => void };

/** The numbers of loaded and found objects, the requested amount, and the keys of the list. */
export function ObjectsFoot({ list, onChange }: ObjectsFootProps) {
  const { pages, groups, found } = list;
  return (
    <PageFoot
      hints={<KeyHints hints={[keyHint("objects", ["j", "k"], "move"), keyHint("objects", ["a", "b"], "set sides")]} />}
    >
      <span>
        {pages.isPending
          ? "Loading"
          : pages.failure && groups.length === 0
            ? "Not available"
            : found === groups
              ? countOf(groups.length, "object")
              : `${formatCount(found.length)} of ${countOf(groups.length, "object")}`}
      </span>
      <Part list={list} onChange={onChange} />
      {pages.isLoadingMore ? (
        <span role="status">{formatCount(pages.versions.length)} versions so far</span>
      ) : pages.isPaused ? (
        <>
          <span>{formatCount(pages.versions.length)} versions loaded, more available</span>
          <Button kind="ghost" size="small" onClick={pages.loadMore}>
            Load more
          </Button>
        </>
      ) : null}
    </PageFoot>
  );
}

const LENGTHS = [100, 1000, 10_000] as const;
const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The requested number of versions and the first one: `limit` and `offset` of the request. */
function Part({ list: { pages, limit, offset }, onChange }: ObjectsFootProps) {
  const by = limit ?? 0;
  return (
    <>
      {offset > 0 || (limit !== null && pages.isCut) ? (
        <span className="flex items-center">
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Previous versions"
            disabled={offset === 0}
            onClick={() => onChange({ offset: limit === null ? 0 : Math.max(0, offset - by) })}
          >
            <ChevronLeft {...icon} />
          </Button>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Next versions"
            disabled={!pages.isCut}
            onClick={() => onChange({ offset: offset + by })}
          >
            <ChevronRight {...icon} />
          </Button>
          <span>from version {formatCount(offset + 1)}</span>
        </span>
      ) : null}
      <Menu
        label="Listed versions"
        side="top"
        trigger={
          <button type="button" className="rounded-chip px-1 whitespace-nowrap hover:text-ink">
            {limit === null ? "all versions" : `at most ${formatCount(limit)}`}
          </button>
        }
      >
        <MenuChoice isChosen={limit === null} onSelect={() => onChange({ limit: null, offset: null })}>
          All versions
        </MenuChoice>
        {LENGTHS.map((length) => (
          <MenuChoice
            key={length}
            isChosen={length === limit}
            onSelect={() => onChange({ limit: length, offset: null })}
          >
            {formatCount(length)} versions
          </MenuChoice>
        ))}
      </Menu>
    </>
  );
}
