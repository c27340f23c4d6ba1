import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { PanelData } from "./panel-series";
import type { SharedPlot } from "./shared-plot";

/** The data and the surroundings of a chart over time. */
export interface TimePanelProps {
  readonly data: PanelData;
  readonly plot: SharedPlot;
  /** Null where the service has none, or they are not known. */
  readonly deployments: DeploymentsList | null;
}
