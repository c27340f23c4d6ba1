"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { FacetColumn, type FacetColumnProps } from "./facet-column";

type FacetsSheetProps = Omit<FacetColumnProps, "isSheet"> & { onClose: () => void };

/** The facets on a phone, where there is no room beside the list. */
export function FacetsSheet({ onClose, ...facets }: FacetsSheetProps) {
  return (
    <ViewDialog
      title="Facets"
      description="A value filters the list; pressed again, it is removed."
      isFilling
      closeLabel="Done"
      onClose={onClose}
    >
      <FacetColumn {...facets} isSheet />
    </ViewDialog>
  );
}
