import type { inferParserType } from "nuqs";
import type { GroupFilter, rolloutParams } from "@/components/training/trajectories/rollout-params";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { GroupListRow, GroupSections } from "./prepare-group-list";
import type { MessageSearch } from "./use-message-search";

/** What the address says of the page. */
type RolloutChoices = inferParserType<typeof rolloutParams>;

/** What the address says of the page, and another address. */
export interface RolloutAddress {
  readonly choices: RolloutChoices;
  readonly setChoices: (change: Partial<RolloutChoices>) => unknown;
}

/** How far the groups of the shown step are read. */
interface GroupsReading {
  readonly isPending: boolean;
  readonly isRead: boolean;
  readonly failure: ServiceFailure | null;
  readonly hasMore: boolean;
  readonly readCount: number;
  readonly retry: () => void;
  readonly readMore: () => void;
}

/** The groups of the shown step, as they are read, filtered, sorted and searched. */
export interface GroupsControl extends RolloutAddress {
  readonly groups: GroupsReading;
  readonly sections: GroupSections;
  /** How many groups each filter would show. */
  readonly counts: Readonly<Record<GroupFilter, number>>;
  readonly found: MessageSearch;
  /** The group that is shown. */
  readonly group: GroupListRow | null;
  readonly toGroup: (row: GroupListRow) => void;
  /** The group so many lines below, in the order of the list. */
  readonly moveGroup: (by: number) => void;
}
