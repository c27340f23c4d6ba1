import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** Members of the metadata that the head of the dialog already shows, or that only say how the client made the file. */
const UNLISTED: ReadonlySet<string> = new Set(["size", "filename", "content_type", "input_type", "extension", "_type"]);

const MAX_LISTED = 30;
const MAX_TEXT_LENGTH = 400;

/** The facts that a `weave.Content` stores, with the metadata that the user gave it. */
export function ContentFacts({ metadata }: { metadata: unknown }) {
  if (!isMembers(metadata)) return null;
  const own = isMembers(metadata.metadata) ? Object.entries(metadata.metadata) : [];
  const facts = [...Object.entries(metadata).filter(([name]) => name !== "metadata" && !UNLISTED.has(name)), ...own]
    .filter(([, value]) => value !== null && value !== "")
    .slice(0, MAX_LISTED);
  if (facts.length === 0) return null;
  return (
    <dl aria-label="Metadata" className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-code [overflow-wrap:anywhere]">{shortText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function shortText(value: unknown): string {
  const text = typeof value === "string" ? value : stringifyJson(value);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
