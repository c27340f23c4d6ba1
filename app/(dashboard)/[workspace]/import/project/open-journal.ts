import { ImportJournal } from "@/lib/import/earlier/import-journal";
import type { Workspace } from "@/lib/workspace/workspace";
import { weaveTarget } from "./weave-project";

interface JournalSource {
  /** Of an import that an earlier visit began. */
  readonly id?: string | undefined;
  readonly source: string;
  readonly from: string;
  readonly keepsFeedbackIds: boolean;
  readonly renewsCallIds?: boolean;
}

/** Begins to write down an import into the project of a workspace. Its own requests outlive the page. */
export function openJournal(workspace: Workspace, source: JournalSource): ImportJournal {
  return new ImportJournal(weaveTarget(workspace, new AbortController().signal), source);
}
