import { Tag } from "@/components/ui/tag";

/** The mark of a request that another call reports too, at which its tokens count. It leads to that call. */
export function TwinMark({ name, onSelect }: { name: string; onSelect: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`reported twice, counts at ${name}`}
      title={`${name} reports this request too. Tokens and cost count there.`}
      onClick={(event) => {
        event.stopPropagation();
        onSelect();
      }}
      className="ml-[7px] flex-none"
    >
      <Tag className="h-4 hover:bg-active">reported twice</Tag>
    </button>
  );
}
