import { Command } from "cmdk";

type PaletteNotesProps = {
  /** Titles of the groups that could not be searched. */
  failed: readonly string[];
  /** The searched parts of lists that could not be searched to their end. */
  parts: readonly string[];
};

/** Names everything that the search did not cover. */
export function PaletteNotes({ failed, parts }: PaletteNotesProps) {
  return (
    <>
      {failed.length === 0 ? null : (
        <p role="alert" className="border-t border-line px-4 py-2 text-small text-err">
          Could not search: {failed.join(", ").toLowerCase()}.
        </p>
      )}
      {parts.length === 0 ? null : (
        <p role="status" className="border-t border-line px-4 py-2 text-small text-ink-2">
          Only searched: {parts.join(", ")}.
        </p>
      )}
    </>
  );
}

/** The line in place of results; a search that did not cover all does not say that nothing exists. */
export function NoResults({ failed, parts }: PaletteNotesProps) {
  return (
    <Command.Empty className="px-4 py-3 text-ink-2">
      {failed.length + parts.length > 0 ? "No results in what could be searched" : "No results"}
    </Command.Empty>
  );
}
