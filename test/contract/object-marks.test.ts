import { describeDoors } from "./describe-doors";
import { objectMarksSuite } from "./object-marks.suite";

describeDoors(objectMarksSuite, ["through the relay to a connection of dialect svc"]);
