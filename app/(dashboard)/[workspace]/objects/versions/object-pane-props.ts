import type { DetailAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { DetailActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import type { VersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import type { ObjectKey } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ChosenObject } from "./chosen-object";

export type ObjectPaneProps = {
  workspace: Workspace;
  object: ObjectKey;
  chosen: ChosenObject;
  params: DetailAddress;
  marks: VersionLabels;
  nowMs: number;
  actions: DetailActions;
};
