import type { ObjectKey } from "@/components/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ObjectsParams } from "./search-params";
import type { ChosenObject } from "./use-chosen-object";
import type { MarkNames } from "./use-mark-names";
import type { ObjectActions } from "./use-object-actions";

export type ObjectPaneProps = {
  workspace: Workspace;
  object: ObjectKey;
  chosen: ChosenObject;
  params: ObjectsParams;
  marks: MarkNames;
  nowMs: number;
  actions: ObjectActions;
};
