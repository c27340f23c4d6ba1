import { PanelLeft } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

export const facetChoices = ["closed", "open"] as const;

type FacetToggleProps = { isOpen: boolean; onToggle: () => void };

/** Shows and hides the facets. */
export function FacetToggle({ isOpen, onToggle }: FacetToggleProps) {
  return (
    <Tooltip text={isOpen ? "Hide facets" : "Show facets"} keys={["V"]}>
      <Button
        size="icon-small"
        kind="ghost"
        isOn={isOpen}
        aria-label="Facets"
        aria-pressed={isOpen}
        onClick={onToggle}
        className="max-md:hidden"
      >
        <PanelLeft size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
