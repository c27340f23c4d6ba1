import { JsonViewer } from "@/components/json/json-viewer";
import type { ObjectPaneProps } from "./object-pane";
import { VersionValue } from "./version-value";

/** The record as the service answers it. */
export function RawTab(props: ObjectPaneProps) {
  return <VersionValue {...props}>{(version) => <JsonViewer label="obj" value={version} isFilling />}</VersionValue>;
}
