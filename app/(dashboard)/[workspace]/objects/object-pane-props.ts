import type { ObjectKey } from "@/components/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ChosenObject } from "./chosen-object";
import type { DetailAddress } from "./objects-address";
import type { MarkNames } from "./use-mark-names";
import type { DetailActions } from "./use-object-actions";

export type ObjectPaneProps = {
  workspace: Workspace;
  object: ObjectKey;
  chosen: ChosenObject;
  params: DetailAddress;
  marks: MarkNames;
  nowMs: number;
  actions: DetailActions;
};
