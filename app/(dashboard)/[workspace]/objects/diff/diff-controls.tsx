"use client";

import type { AddressChange, DetailAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { isPrompt } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { Segmented } from "@/components/form/segmented";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { ObjectKey } from "@/lib/object/object-key";

type DiffControlsProps = {
  object: ObjectKey;
  params: DetailAddress;
  /** The selected version, which has the class of the object; undefined where versions cannot be listed. */
  version: ObjectVersion | undefined;
  onChange: (change: AddressChange) => void;
};

/** The compared part: the source of an op is more useful than the digest of its file, and a prompt is a text. */
export function comparedAs(
  object: ObjectKey,
  params: DetailAddress,
  version: ObjectVersion | undefined,
): "json" | "text" {
  const isText = object.kind === "op" || (version !== undefined && isPrompt(version));
  return params.as ?? (isText ? "text" : "json");
}

/** Chooses the layout and the compared part; shown at the right end of the tabs. */
export function DiffControls({ object, params, version, onChange }: DiffControlsProps) {
  return (
    <div className="absolute top-0 right-3 flex h-[34px] items-center gap-1.5 max-md:right-2">
      <Segmented
        label="Layout"
        size="small"
        className="max-lg:hidden"
        value={params.layout}
        onChange={(layout) => onChange({ layout })}
        segments={[
          { value: "split", label: "Split" },
          { value: "unified", label: "Unified" },
        ]}
      />
      <Segmented
        label="Compare"
        size="small"
        className="max-md:h-7"
        value={comparedAs(object, params, version)}
        onChange={(as) => onChange({ as })}
        segments={[
          { value: "json", label: "JSON" },
          { value: "text", label: object.kind === "op" ? "Source" : "Text" },
        ]}
      />
    </div>
  );
}
